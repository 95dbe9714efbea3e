import type { EventType } from '@sluice/contract';
import { closeRedis, connectPatientRedis, shardKeys } from '@sluice/redis';
import { createMetrics, silentLogger } from '@sluice/runtime';
import { waitFor } from '@sluice/testkit';
import { createConsumer } from '../consuming/createConsumer.js';
import { createDepthReader } from '../createDepthReader.js';
import type { Consumer, DepthReader, PublishBatch, Publisher } from '../types.js';
import { makeBatch, makePublisher } from './batches.js';
import {
  publishOnce,
  startPublishLoad,
  type PublishedBatch,
  type PublishEnd,
  type PublishLoad,
} from './publishLoad.js';

/** Which queues a test uses. */
export interface QueuesOptions {
  /** Of any kind that `parseRedisUrl` knows. */
  readonly url: string;
  readonly shards: number;
  /** The highest number of shards that a test changes to; default `shards`. */
  readonly mostShards?: number;
  /** Types of the batches' events, and how many of each a batch has. The first one's batches are in `handled`. */
  readonly events: Partial<Record<EventType, number>>;
  /** How many projects take turns; 40 when unset. The only one of one project is `0`. */
  readonly projects?: number;
}

/** Events of all shards and types that were counted. */
interface Counts {
  readonly published: number;
  readonly finished: number;
}

/** A publisher, consumers and a reader of the same queues, whatever the Redis below them. */
export interface Queues {
  readonly publisher: Publisher;
  readonly depth: DepthReader;
  /** The consumers that {@link Queues.consume} started. */
  readonly consumers: readonly Consumer[];
  /** How often a consumer handled each batch. */
  readonly handled: ReadonlyMap<string, number>;
  readonly usable: () => Promise<void>;
  /** Starts a consumer for each type. */
  readonly consume: () => Promise<void>;
  /** A batch that no other test has, of the next project. */
  readonly nextBatch: () => PublishBatch;
  readonly publish: (batch: PublishBatch) => Promise<PublishEnd>;
  /** Starts a load that ends at the latest when the queues stop. */
  readonly load: (clients: number) => PublishLoad;
  /** Resolves when no job is left. */
  readonly drained: () => Promise<void>;
  readonly counts: () => Promise<Counts>;
  /**
   * Waits until no job is left. Then accepted batches were handled, certainly failed ones were not, and as many events are
   * finished as were published.
   */
  readonly expectExact: (ends: readonly PublishedBatch[]) => Promise<void>;
  readonly stop: () => Promise<void>;
}

const USABLE_MS = 60_000;
const DRAIN_MS = 30_000;

/** Opens the publisher and the reader, and waits until they are usable. */
export async function startQueues(options: QueuesOptions): Promise<Queues> {
  const { url, shards, mostShards = shards, events, projects = 40 } = options;
  const types = Object.keys(events) as EventType[];
  const publisher = makePublisher(url, { shards, commandTimeoutMs: 3_000, publishTimeoutMs: 4_000 });
  const depth = createDepthReader({ url, shards });
  const reader = connectPatientRedis({ url, name: 'test' });
  const handled = new Map<string, number>();
  const consumers: Consumer[] = [];
  const loads: PublishLoad[] = [];
  let batches = 0;
  const nextBatch = (): PublishBatch => makeBatch(events, { projectId: String((batches += 1) % projects) });
  const usable = async (): Promise<void> => {
    await waitFor(() => publisher.isUsable(), { what: 'a usable publisher', timeoutMs: USABLE_MS });
  };
  const drained = async (): Promise<void> => {
    const isDrained = async (): Promise<boolean> =>
      (await Promise.all(types.map(depth.read))).every(({ jobs }) => jobs === 0);
    await waitFor(isDrained, { what: 'drained queues', timeoutMs: DRAIN_MS });
  };
  const counts = async (): Promise<Counts> => {
    const all = await Promise.all(
      Array.from({ length: mostShards }, (_, shard) => reader.hgetall(shardKeys.counts(shard))),
    );
    const sum = (kind: keyof Counts): number =>
      all.flatMap((fields) => types.map((type) => Number(fields[`${type}:${kind}`] ?? 0))).reduce((a, b) => a + b, 0);
    return { published: sum('published'), finished: sum('finished') };
  };
  await usable();
  return {
    publisher,
    depth,
    consumers,
    handled,
    usable,
    nextBatch,
    drained,
    counts,
    consume: async () => {
      const started = types.map((type) => makeConsumer({ url, shards, type, handled: type === types[0] && handled }));
      consumers.push(...started);
      await Promise.all(started.map((consumer) => consumer.start()));
    },
    publish: (batch) => publishOnce(publisher, batch),
    load: (clients) => {
      const load = startPublishLoad(publisher, { clients, next: nextBatch });
      loads.push(load);
      return load;
    },
    expectExact: async (ends) => {
      await drained();
      const perBatch = Object.values(events).reduce((a, b) => a + b, 0);
      const wrong = differenceIn(ends, { handled, counts: await counts(), perBatch });
      if (wrong !== undefined) throw new Error(wrong);
    },
    stop: async () => {
      await Promise.all(loads.map((load) => load.stop()));
      await Promise.all(consumers.splice(0).map((consumer) => consumer.stop()));
      await publisher.stop();
      await depth.stop();
      await closeRedis(reader);
    },
  };
}

interface Accounts extends Pick<Queues, 'handled'> {
  readonly counts: Counts;
  /** Events of each batch. */
  readonly perBatch: number;
}

/** The first thing that is not as {@link Queues.expectExact} says. */
function differenceIn(ends: readonly PublishedBatch[], { handled, counts, perBatch }: Accounts): string | undefined {
  const timesOf = ({ batch }: PublishedBatch): number => handled.get(batch.batchId) ?? 0;
  const wrong = ends.find((ended) => !isKept(ended.end, timesOf(ended)));
  if (wrong !== undefined) return `a batch is ${wrong.end}, and was handled ${timesOf(wrong)} times`;
  const { published, finished } = counts;
  if (published !== finished) return `${published} events were published and ${finished} finished`;
  const accepted = ends.filter(({ end }) => end === 'accepted').length;
  return published < accepted * perBatch
    ? `${published} events of ${accepted} accepted batches were published`
    : undefined;
}

/** Whether a batch with this end may have been handled that often. */
function isKept(end: PublishEnd, times: number): boolean {
  if (end === 'certainly failed') return times === 0;
  return end === 'in doubt' || times >= 1;
}

interface CountingConsumer {
  readonly url: string;
  readonly shards: number;
  readonly type: EventType;
  /** Where the batches of the jobs are counted. */
  readonly handled: Map<string, number> | false;
}

function makeConsumer({ url, shards, type, handled }: CountingConsumer): Consumer {
  const limits = { maxActiveJobs: 50, lockMs: 2_000, stalledCheckMs: 500 };
  return createConsumer({ type, url, shards, ...limits, logger: silentLogger, metrics: createMetrics() }, (job) => {
    for (const { batch } of job.parse()?.parts ?? []) if (handled) handled.set(batch, (handled.get(batch) ?? 0) + 1);
    return Promise.resolve();
  });
}
