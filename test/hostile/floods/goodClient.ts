import { setTimeout as delay } from 'node:timers/promises';
import { makeEvent } from '../../e2e/support/events.js';
import { type System } from '../../e2e/support/system.js';
import { type Project } from '../../e2e/support/tenant.js';
import { postBatch } from '../fuzz/fuzzGround.js';

/** Results of a well-behaved client; times in milliseconds. */
export interface GoodFigures {
  readonly sent: number;
  /** Responses other than 202, and requests without a response. */
  readonly failed: readonly string[];
  readonly p50: number;
  readonly p99: number;
}

export interface GoodClient {
  stop(): Promise<GoodFigures>;
}

const PAUSE_MS = 20;

/** Sends one log after another until it is stopped. */
export function startGoodClient(system: System, project: Project): GoodClient {
  const times: number[] = [];
  const failed: string[] = [];
  let isRunning = true;
  const loop = async (): Promise<void> => {
    while (isRunning) {
      const started = performance.now();
      const answer = await postBatch(system, project.key, JSON.stringify({ events: [makeEvent('log')] })).catch(String);
      times.push(performance.now() - started);
      if (typeof answer === 'string') failed.push(answer);
      else if (answer.status !== 202) failed.push(`${answer.status} ${answer.text}`);
      await delay(PAUSE_MS);
    }
  };
  const running = loop();
  return {
    async stop() {
      isRunning = false;
      await running;
      times.sort((one, other) => one - other);
      const at = (share: number): number => Math.round(times[Math.floor((times.length - 1) * share)] ?? 0);
      return { sent: times.length, failed, p50: at(0.5), p99: at(0.99) };
    },
  };
}
