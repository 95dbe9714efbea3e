import { expect, jest, test } from '@jest/globals';
import { RedisQueueBackend } from 'bullmq';
import { Redis } from 'ioredis';
import { createMetrics, type Logger } from '@sluice/runtime';
import { waitFor, useRedis } from '@sluice/testkit';
import { makeBatch, makePublisher } from '../testing/batches.js';
import { createConsumer } from './createConsumer.js';

const redis = useRedis();

test('a lost lock is one line without a stack, however long the job goes on', async () => {
  const observer = new Redis(redis.url);
  const publisher = makePublisher(redis.url);
  await publisher.start();
  const { lines, logger } = warnings();
  const renewals = jest.spyOn(RedisQueueBackend.prototype, 'extendLocks');
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const taken: string[] = [];
  // A minute between two checks: nobody acquires the job again.
  const consumer = createConsumer(
    {
      type: 'span',
      url: redis.url,
      shards: 1,
      maxActiveJobs: 5,
      lockMs: 400,
      stalledCheckMs: 60_000,
      logger,
      metrics: createMetrics(),
    },
    (job) => {
      taken.push(job.id);
      return held;
    },
  );
  await consumer.start();
  for (let jobs = 0; jobs < 2; jobs += 1) await publisher.publish(makeBatch({ span: 1 }));
  await waitFor(() => taken.length === 2, { what: 'both jobs' });
  const [lost = '', kept = ''] = taken;
  await observer.set(`{sl0}:span:${lost}:lock`, 'another');
  await waitFor(() => lines.length > 0, { what: 'the line' });
  const before = renewals.mock.calls.length;
  await waitFor(() => renewals.mock.calls.length > before + 6, { what: 'further renewals' });
  expect(lines).toEqual([{ fields: { jobs: [lost] }, message: 'locks of jobs lost; other workers may acquire them' }]);
  expect(await observer.get(`{sl0}:span:${kept}:lock`)).not.toBe('another');
  renewals.mockRestore();
  release();
  await Promise.all([consumer.stop(), publisher.stop()]);
  observer.disconnect();
});

/** A logger that keeps warnings and worse. */
function warnings() {
  const lines: { readonly fields: object; readonly message: string }[] = [];
  const keep = (fields: object, message: string): unknown => lines.push({ fields, message });
  const logger = { warn: keep, error: keep, info: () => undefined, child: () => logger } as unknown as Logger;
  return { lines, logger };
}
