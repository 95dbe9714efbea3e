import type { EventType } from '@sluice/contract';
import { closeRedis, connectPatientRedis, laneCounts, laneKeys, type RedisClient } from '@sluice/redis';
import { systemClock, type Clock, type Logger } from '@sluice/runtime';
import { timeOfJobId } from './jobs/jobId.js';
import type { DepthReader, QueueDepth } from './types.js';

/** Settings of a depth reader. */
export interface DepthReaderOptions {
  readonly url: string;
  /** How many lanes there are; the same for every publisher, consumer and reader of one Redis. */
  readonly lanes: number;
  readonly clock?: Clock;
  readonly logger?: Logger;
}

/** How many delayed jobs are looked at for the oldest; they are few, and in the order they come back. */
const DELAYED_SEEN = 1_000;

/** A reader with a connection of its own, opened at once. */
export function createDepthReader({ url, lanes, clock = systemClock, logger }: DepthReaderOptions): DepthReader {
  const client = connectPatientRedis({ url, name: 'depth', ...(logger && { logger }) });
  return {
    start: () => Promise.resolve(),
    stop: () => closeRedis(client),
    read: async (type) => {
      const reads = Array.from({ length: lanes }, (_, lane) => readLane(client, lane, type));
      return sumDepths(await Promise.all(reads), clock());
    },
  };
}

interface LaneDepth {
  readonly events: number;
  readonly jobs: number;
  readonly publishedAtMs: readonly number[];
}

/** One snapshot of a lane's queue: counts and job ids, never a payload. */
async function readLane(client: RedisClient, lane: number, type: EventType): Promise<LaneDepth> {
  const key = (name: string): string => laneKeys.job(lane, type, name);
  const replies = await client
    .multi()
    .hmget(laneKeys.counts(lane), laneCounts.published(type), laneCounts.finished(type))
    .llen(key('wait'))
    .zcard(key('delayed'))
    .lindex(key('wait'), -1)
    .lrange(key('active'), 0, -1)
    .zrange(key('delayed'), '0', String(DELAYED_SEEN - 1))
    .exec();
  const failed = replies?.find(([error]) => error !== null);
  if (!replies || failed) throw failed?.[0] ?? new Error('the read was discarded');
  const [counts, waiting, delayed, oldest, active, delayedIds] = replies.map(([, value]) => value) as [
    (string | null)[],
    number,
    number,
    string | null,
    string[],
    string[],
  ];
  const ids = [...(oldest === null ? [] : [oldest]), ...active, ...delayedIds];
  return {
    events: Number(counts[0] ?? 0) - Number(counts[1] ?? 0),
    jobs: waiting + delayed + active.length,
    publishedAtMs: ids.map(timeOfJobId).filter((time) => time !== undefined),
  };
}

function sumDepths(lanes: readonly LaneDepth[], nowMs: number): QueueDepth {
  const jobs = lanes.reduce((sum, lane) => sum + lane.jobs, 0);
  const events = lanes.reduce((sum, lane) => sum + Math.max(0, lane.events), 0);
  const oldest = lanes.flatMap(({ publishedAtMs }) => publishedAtMs).reduce((a, b) => Math.min(a, b), Infinity);
  return {
    // Without a job there is no event, whatever was deleted by hand.
    events: jobs === 0 ? 0 : events,
    jobs,
    oldestAgeMs: oldest === Infinity ? undefined : Math.max(0, nowMs - oldest),
  };
}
