import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createBacklogWaits } from '@sluice/redis';
import { silentLogger } from '@sluice/runtime';
import { useRedis, useRedisClient, useResource, waitFor } from '@sluice/testkit';
import { recordLogs, type LogLine } from './testing/recordLogs.js';
import { LEAST_SHARE } from './writeShare.js';
import { createWritePace, type WritePace, type WritePaceDeps } from './writePace.js';

const redis = useRedis();
const connection = useRedisClient(redis);
const waits = useResource(() => createBacklogWaits(connection.client));
afterEach(async () => {
  jest.restoreAllMocks();
  await connection.client.flushall();
});

describe('a worker of spans', () => {
  test('rests after a write batch while exceptions wait for long, and goes on when they do not', async () => {
    await withPace({}, async (pace, share) => {
      await exceptionsWait(5_000);
      await waitFor(() => share() === LEAST_SHARE);
      const { names, run } = recordRuns(pace);
      await run('first');
      const second = run('second');
      await turns();
      expect(names).toEqual(['first']);
      await exceptionsWait(0);
      await second;
      expect(names).toEqual(['first', 'second']);
    });
  });

  test('rests no longer when it was idle since, and once after each write batch', async () => {
    await withPace({}, async (pace, share) => {
      await exceptionsWait(5_000);
      await waitFor(() => share() === LEAST_SHARE);
      const { names, run, pass } = recordRuns(pace);
      await Promise.all([run('first'), run('second')]);
      pass(60_000);
      await Promise.all([run('third'), run('fourth')]);
      const late = [run('fifth'), run('sixth')];
      await turns();
      expect(names).toEqual(['first', 'second', 'third', 'fourth']);
      pass(60_000);
      await Promise.all(late);
      expect(names.slice(4)).toEqual(['fifth', 'sixth']);
    });
  });

  test('stops resting when it is stopped', async () => {
    await withPace({}, async (pace, share) => {
      await exceptionsWait(5_000);
      await waitFor(() => share() === LEAST_SHARE);
      const { names, run, stop } = recordRuns(pace);
      await run('first');
      const second = run('second');
      await turns();
      stop();
      await second;
      expect(names).toEqual(['first', 'second']);
    });
  });

  test('writes at once again when the waits expire', async () => {
    await withPace({}, async (_pace, share) => {
      await exceptionsWait(5_000, 300);
      await waitFor(() => share() < 1);
      await waitFor(() => share() === 1, { timeoutMs: 20_000 });
    });
  });
});

test('nothing is logged while the connection of a worker opens', async () => {
  const lines: LogLine[] = [];
  await exceptionsWait(5_000);
  await withPace({ logger: recordLogs(lines) }, (_pace, share) => waitFor(() => share() === LEAST_SHARE));
  expect(lines).toEqual([]);
});

test.each([{ limitMs: 0 }, { type: 'hit' }, { type: 'exception' }] as const)(
  'a worker never rests if its limit is 0, or if it stores another type: %j',
  async (changes) => {
    await exceptionsWait(60_000);
    await withPace({}, async (_spans, shareOfSpans) => {
      await withPace(changes, async (pace, share) => {
        // By then the other one had read the waits, too.
        await waitFor(() => shareOfSpans() === LEAST_SHARE);
        const { names, run } = recordRuns(pace);
        for (const name of ['first', 'second', 'third']) await run(name);
        expect(names).toEqual(['first', 'second', 'third']);
        expect(share()).toBe(1);
      });
    });
  },
);

async function withPace(
  changes: Partial<WritePaceDeps>,
  use: (pace: WritePace, share: () => number) => Promise<unknown>,
): Promise<void> {
  let share = 1;
  const onShare = (next: number): void => void (share = next);
  const deps = { type: 'span', redisUrl: redis.url, limitMs: 2_000, onShare, logger: silentLogger } as const;
  const pace = createWritePace({ ...deps, ...changes }, 20);
  await pace.start();
  try {
    await use(pace, () => share);
  } finally {
    await pace.stop();
  }
}

const exceptionsWait = (exception: number, ttlMs = 60_000): Promise<void> => waits.write({ exception, log: 0 }, ttlMs);

/** Runs write batches of half a second each, by a clock that otherwise stands still. */
function recordRuns(pace: WritePace) {
  const stopping = new AbortController();
  const names: string[] = [];
  let nowMs = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
  const pass = (ms: number): void => void (nowMs += ms);
  const write = (name: string) => (): Promise<void> => {
    names.push(name);
    pass(500);
    return Promise.resolve();
  };
  return {
    names,
    pass,
    run: (name: string): Promise<void> => pace.run(write(name), stopping.signal),
    stop: () => stopping.abort(),
  };
}

async function turns(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await nextTurn();
}
