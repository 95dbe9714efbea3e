import { expect, test } from '@jest/globals';
import { createHash } from 'node:crypto';
import { createPublisher } from '@sluice/queues';
import { createMetrics } from '@sluice/runtime';
import { partOf, waitFor } from '@sluice/testkit';
import { recordLogs, type LogLine } from './testing/recordLogs.js';
import { makePart, messages } from './testing/samples.js';
import { useWorkers } from './testing/useWorkers.js';

const harness = useWorkers();
const { startWorker, drained } = harness;

test('a line of the gateway and a line of the worker share the ids of batch and job', async () => {
  const [published, stored]: [LogLine[], LogLine[]] = [[], []];
  const publisher = createPublisher({
    url: harness.redis().url,
    shards: 1,
    lingerMs: 0,
    markTtlMs: 60_000,
    logger: recordLogs(published),
    metrics: createMetrics(),
  });
  await publisher.start();
  const part = makePart(messages(3));
  const hash = createHash('sha256').update(part.batch).digest('hex');
  await publisher.publish({
    projectId: part.project,
    hash,
    batchId: part.batch,
    parts: [partOf('log', part.events.length, JSON.stringify(part))],
  });
  await publisher.stop();
  await startWorker({ logger: recordLogs(stored) });
  await drained();

  const line = published.find(({ msg }) => msg === 'batches published');
  expect(line).toMatchObject({ level: 'debug', batches: [part.batch], jobs: [expect.any(String)] });
  const [job] = line?.['jobs'] as readonly string[];
  expect(stored).toContainEqual(expect.objectContaining({ msg: 'job stored', job, batches: [part.batch] }));
});

test('a warning about a job names its batches', async () => {
  const lines: LogLine[] = [];
  const part = makePart(['fine']);
  const good = JSON.stringify(part);
  await harness.publish(part, `${good},{"batch":"no part"}`);
  await startWorker({ logger: recordLogs(lines) });
  await drained();
  await waitFor(() => lines.some(({ msg }) => msg === 'unreadable job dead-lettered'), { what: 'the line' });
  const line = lines.find(({ msg }) => msg === 'unreadable job dead-lettered');
  expect(line).toMatchObject({ level: 'error', items: 1, batches: [part.batch] });
});
