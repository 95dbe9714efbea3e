import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createBacklogAges } from '@sluice/redis';
import { silentLogger } from '@sluice/runtime';
import { useRedis, useRedisClient, useResource, waitFor } from '@sluice/testkit';
import { LEAST_SHARE } from './writeShare.js';
import { createWritePace, type WritePace, type WritePaceDeps } from './writePace.js';

const redis = useRedis();
const connection = useRedisClient(redis);
const ages = useResource(() => createBacklogAges(connection.client));
afterEach(async () => {
  jest.restoreAllMocks();
  await connection.client.flushall();
});

describe('a worker of spans', () => {
  test('lets a write batch wait while exceptions wait for long, and goes on when they do not', async () => {
    await withPace({}, async (pace, share) => {
      await exceptionsWait(5_000, () => share() === LEAST_SHARE);
      const begun = recordRuns(pace);
      await begun.run('first');
      const second = begun.run('second');
      await turns();
      expect(begun.names).toEqual(['first']);
      await exceptionsWait(0, () => share() === 1);
      await second;
      expect(begun.names).toEqual(['first', 'second']);
    });
  });

  test('stops waiting when it is stopped', async () => {
    await withPace({}, async (pace, share) => {
      await exceptionsWait(5_000, () => share() === LEAST_SHARE);
      const begun = recordRuns(pace);
      await begun.run('first');
      const second = begun.run('second');
      await turns();
      begun.stop();
      await second;
      expect(begun.names).toEqual(['first', 'second']);
    });
  });

  test('forgets the ages when they expire', async () => {
    await withPace({}, async (_pace, share) => {
      await exceptionsWait(5_000, () => share() < 1);
      await connection.client.flushall();
      await waitFor(() => share() === 1, { timeoutMs: 20_000 });
    });
  });
});

test('a worker never waits if the limit is 0, or if it stores another type', async () => {
  await createBacklogAges(connection.client).write({ atMs: 1, ages: { exception: 60_000, log: 60_000 } }, 60_000);
  for (const changes of [{ limitMs: 0 }, { type: 'hit' }, { type: 'exception' }] as const) {
    await withPace(changes, async (pace, share) => {
      const begun = recordRuns(pace);
      for (const name of ['first', 'second', 'third']) await begun.run(name);
      expect(begun.names).toEqual(['first', 'second', 'third']);
      expect(share()).toBe(1);
    });
  }
});

async function withPace(
  changes: Partial<WritePaceDeps>,
  use: (pace: WritePace, share: () => number) => Promise<void>,
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

/** Reports this age again and again, as a monitor does. */
async function exceptionsWait(ageMs: number, until: () => boolean): Promise<void> {
  let atMs = Date.now();
  const report = async (): Promise<boolean> => {
    await ages.write({ atMs: (atMs += 1_000), ages: { exception: ageMs, log: 0 } }, 60_000);
    return until();
  };
  await waitFor(report, { timeoutMs: 20_000 });
}

/** Runs write batches of half a second each, by a clock that otherwise stands still. */
function recordRuns(pace: WritePace) {
  const stopping = new AbortController();
  const names: string[] = [];
  let nowMs = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
  const write = (name: string) => (): Promise<void> => {
    names.push(name);
    nowMs += 500;
    return Promise.resolve();
  };
  return {
    names,
    run: (name: string): Promise<void> => pace.run(write(name), stopping.signal),
    stop: () => stopping.abort(),
  };
}

async function turns(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await nextTurn();
}
