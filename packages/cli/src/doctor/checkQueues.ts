import { EVENT_TYPES } from '@sluice/contract';
import type { DepthReader, QueueDepth } from '@sluice/queues';
import { createBacklogFlag, type RedisClient } from '@sluice/redis';
import { durationText, plural } from '../output/words.js';
import { fail, ok, warn, type Finding } from './finding.js';

/** Age of the oldest job in milliseconds above which a worker lags or is not running. */
const AGE = { warn: 60_000, fail: 600_000 } as const;

/** Checks the backlog of each event type and the state of the backlog monitor. */
export async function checkQueues(depth: DepthReader, client: RedisClient): Promise<readonly Finding[]> {
  const queues = await Promise.all(
    EVENT_TYPES.map(async (type) => checkQueue(`queue ${type}`, await depth.read(type))),
  );
  const { monitorAlive, holdOffSeconds } = await createBacklogFlag(client).read();
  const monitor = monitorAlive
    ? ok('backlog monitor', 'alive')
    : warn('backlog monitor', 'no heartbeat', 'Start services/backlog-monitor: the queues are not protected');
  const flag =
    holdOffSeconds === undefined
      ? ok('backlog', 'spans and replays are accepted')
      : warn(
          'backlog',
          `spans and replays are rejected for ${holdOffSeconds} s`,
          'Start more workers for the deepest queue',
        );
  return [...queues, monitor, flag];
}

function checkQueue(name: string, { events, jobs, oldestAgeMs = 0 }: QueueDepth): Finding {
  if (jobs === 0) return ok(name, 'empty');
  const message = `${plural(events, 'event')} in ${plural(jobs, 'job')}, the oldest ${durationText(oldestAgeMs)} old`;
  if (oldestAgeMs >= AGE.fail) return fail(name, message, 'Its worker does not drain it: is it running? Check its log');
  if (oldestAgeMs >= AGE.warn) return warn(name, message, 'Its workers lag: start more');
  return ok(name, message);
}
