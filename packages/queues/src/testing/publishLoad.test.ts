import { setTimeout as timer } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { PublishFailedError } from '../publishFailedError.js';
import type { Publisher } from '../types.js';
import { makeBatch } from './batches.js';
import { startPublishLoad } from './publishLoad.js';

/** A publisher that has stopped rejects at once, without a timer. */
const STOPPED: Pick<Publisher, 'publish'> = { publish: () => Promise.reject(new PublishFailedError(true)) };

const next = (): ReturnType<typeof makeBatch> => makeBatch({ span: 1 });

test('a load against a stopped publisher lets timers run, and ends', async () => {
  const limit = 10_000;
  const load = startPublishLoad(STOPPED, { clients: 8, next, limit });
  await timer(0);
  await load.stop();
  expect(load.ends.length).toBeGreaterThan(0);
  expect(load.ends.length).toBeLessThan(limit);
  expect(load.ends.every(({ end }) => end === 'certainly failed')).toBe(true);
  const ended = load.ends.length;
  await timer(0);
  expect(load.ends).toHaveLength(ended);
});

test('a load that is never stopped ends at its limit', async () => {
  const load = startPublishLoad(STOPPED, { clients: 3, next, limit: 100 });
  while (load.ends.length < 100) await timer(0);
  await load.stop();
  expect(load.ends).toHaveLength(100);
});
