// CPU of some processes between two moments that are only known afterwards: sampled all the while, read between the samples.
import { setTimeout as delay } from 'node:timers/promises';

const PERIOD_MS = 50;

/** Samples `read()` (CPU seconds by role) until `stop`, which resolves with {@link cpuBetween} of the samples. */
export function sampleCpu(read) {
  const samples = [];
  const stopping = new AbortController();
  const loop = async () => {
    while (!stopping.signal.aborted) {
      samples.push({ at: Date.now(), ...read() });
      await delay(PERIOD_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
    samples.push({ at: Date.now(), ...read() });
  };
  const sampling = loop();
  return {
    stop: async () => {
      stopping.abort();
      await sampling;
      return (fromMs, toMs) => cpuBetween(samples, fromMs, toMs);
    },
  };
}

/** CPU seconds by role from one moment to another, straight lines between samples. */
export function cpuBetween(samples, fromMs, toMs) {
  const roles = Object.keys(samples[0] ?? {}).filter((role) => role !== 'at');
  return Object.fromEntries(roles.map((role) => [role, at(samples, role, toMs) - at(samples, role, fromMs)]));
}

function at(samples, role, ms) {
  const after = samples.findIndex((sample) => sample.at >= ms);
  if (after === 0) return samples[0][role];
  if (after < 0) return samples.at(-1)[role];
  const [left, right] = [samples[after - 1], samples[after]];
  return left[role] + ((right[role] - left[role]) * (ms - left.at)) / (right.at - left.at);
}
