import { closeRedis, connectPatientRedis, readLaneDepth, type LaneDepth } from '@sluice/redis';
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

/** How long a read may take, in milliseconds. */
const READ_MS = 3_000;

/** A reader with a connection of its own, opened at once. Depth is read also from a Redis that is full. */
export function createDepthReader({ url, lanes, clock = systemClock, logger }: DepthReaderOptions): DepthReader {
  const client = connectPatientRedis({ url, name: 'depth', commandTimeoutMs: READ_MS, ...(logger && { logger }) });
  return {
    start: () => Promise.resolve(),
    stop: () => closeRedis(client),
    read: async (type) => {
      const reads = Array.from({ length: lanes }, (_, lane) => readLaneDepth(client, lane, type));
      return sumDepths(await Promise.all(reads), clock());
    },
  };
}

function sumDepths(lanes: readonly LaneDepth[], nowMs: number): QueueDepth {
  const times = lanes.flatMap(({ jobIds }) => jobIds.map(timeOfJobId)).filter((time) => time !== undefined);
  const oldest = times.reduce((a, b) => Math.min(a, b), Infinity);
  return {
    events: lanes.reduce((sum, lane) => sum + eventsIn(lane), 0),
    jobs: lanes.reduce((sum, lane) => sum + lane.jobs, 0),
    oldestAgeMs: oldest === Infinity ? undefined : Math.max(0, nowMs - oldest),
  };
}

/** Without a job there is no event, whatever was deleted by hand. */
const eventsIn = ({ published, finished, jobs }: LaneDepth): number =>
  jobs === 0 ? 0 : Math.max(0, published - finished);
