import { setTimeout as delay } from 'node:timers/promises';

export interface WaitOptions {
  /** Milliseconds until giving up; 20,000 by default. */
  readonly timeoutMs?: number;
  /** Said in the error when time is up. */
  readonly what: string;
}

/**
 * Calls `probe` repeatedly until it returns something other than `undefined` or `false`, and returns that. An
 * exception counts as "not yet"; the last one is reported on timeout.
 */
export async function waitFor<T>(
  probe: () => Promise<T | undefined | false> | T | undefined | false,
  options: WaitOptions,
): Promise<T> {
  const deadline = Date.now() + (options.timeoutMs ?? 20_000);
  let pause = 10;
  let lastError: unknown;
  for (;;) {
    try {
      const answer = await probe();
      if (answer !== undefined && answer !== false) return answer;
      lastError = undefined;
    } catch (error) {
      lastError = error;
    }
    if (Date.now() > deadline) throw new Error(`gave up waiting for ${options.what}`, { cause: lastError });
    await delay(pause);
    pause = Math.min(pause * 1.5, 250);
  }
}

/** Lets `ms` pass: only for promises that the documents state as a duration, never in place of a condition. */
export const letPass = (ms: number): Promise<void> => delay(ms);
