import { expect, test } from '@jest/globals';
import { createMetrics, NO_TRACING, silentLogger, systemClock } from '@sluice/runtime';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { DEFAULT_WORKER_CONFIG } from './config.js';
import { createDrainMetrics } from './drainMetrics.js';
import { createJobDrain } from './jobDrain.js';
import { makeJob, makePart, testLogs } from './testing/samples.js';

test('a job that waits for others is kept as text until its write begins', async () => {
  const [read, ends]: [string[], (() => void)[]] = [[], []];
  const drain = createJobDrain({
    definition: testLogs,
    config: { ...DEFAULT_WORKER_CONFIG, transactions: 1 },
    write: () => new Promise((resolve) => void ends.push(resolve)),
    pace: { run: (write) => write() },
    metrics: createDrainMetrics(createMetrics(), 'log'),
    tracing: NO_TRACING,
    logger: silentLogger,
    clock: systemClock,
  });
  const taken = ['first', 'second', 'third'].map((name) => drain.handle(watchedJob(name, read)));
  while (ends.length < 1) await nextTurn();
  expect(read).toEqual(['first']);
  ends[0]?.();
  await taken[0];
  drain.beginStop();
  while (ends.length < 2) await nextTurn();
  expect(read).toEqual(['first', 'second', 'third']);
  ends[1]?.();
  await Promise.all(taken);
});

/** A job that says when it is read. */
function watchedJob(name: string, read: string[]) {
  const job = makeJob([makePart([name])]);
  const parse = () => {
    read.push(name);
    return job.parse();
  };
  return { ...job, parse };
}
