import { createHash } from 'node:crypto';
import { batchIdOf, hourOf, type AcceptedEvent, type EventType, type Part } from '@sluice/contract';
import { createDepthReader, createPublisher } from '@sluice/queues';
import { createMetrics, silentLogger } from '@sluice/runtime';
import { partOf } from './partOf.js';
import { useResource } from './useResource.js';
import { waitFor } from './waitFor.js';

/** Events that a worker of their type stores. */
export interface TestBatch {
  readonly type: EventType;
  readonly events: readonly AcceptedEvent[];
  /** A batch of the same name and time of arrival is the same batch. */
  readonly name: string;
  /** Milliseconds since 1970; now by default. */
  readonly arrival?: number;
  /** The same batch with another mark is another job. */
  readonly mark?: string;
  /** Project and organization; `1` by default. */
  readonly project?: string;
  readonly organization?: string;
}

/** The queues of a Redis with one queue shard. */
export interface TestQueues {
  /** Publishes a batch as a gateway does. */
  readonly publish: (batch: TestBatch) => Promise<void>;
  /** Resolves when no job of the type is waiting or active. */
  readonly drained: (type: EventType) => Promise<unknown>;
}

/** The queues of this Redis for the tests of this file or `describe`. */
export const useQueues = (redis: { readonly url: string }): TestQueues =>
  useResource(
    async () => {
      const shared = { url: redis.url, shards: 1, logger: silentLogger, metrics: createMetrics() };
      const publisher = createPublisher({ ...shared, lingerMs: 0, markTtlMs: 60_000 });
      const depth = createDepthReader(shared);
      await Promise.all([publisher.start(), depth.start()]);
      return {
        publish: async (batch: TestBatch): Promise<void> => {
          await publisher.publish(jobOf(batch));
        },
        drained: (type: EventType) =>
          waitFor(async () => (await depth.read(type)).jobs === 0, { what: `an empty queue of ${type}` }),
        stop: () => Promise.all([publisher.stop(), depth.stop()]),
      };
    },
    ({ stop }) => stop(),
  );

function jobOf({ type, events, name, mark = '', arrival = Date.now(), project = '1', organization = '1' }: TestBatch) {
  const hash = createHash('sha256').update(name).digest('hex');
  const part: Part = {
    project,
    organization,
    batch: batchIdOf(arrival, hash),
    arrival,
    hour: hourOf(arrival),
    epoch: 'epoch',
    ip: '192.0.2.1',
    agent: 'test',
    indexes: events.map((_, index) => index),
    events,
  };
  const parts = [partOf(type, events.length, JSON.stringify(part))];
  return { projectId: project, hash: `${hash} ${mark}`, batchId: part.batch, parts };
}
