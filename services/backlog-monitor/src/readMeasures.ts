import { EVENT_TYPES, type EventType } from '@sluice/contract';
import type { DepthReader } from '@sluice/queues';
import { memoryPressure, type RedisClient } from '@sluice/redis';
import type { Reading } from './backlogState.js';

/** A queue, or the memory of the Redis instances: each has a state. */
export type Subject = EventType | 'memory';

/** All subjects, in the order of every table and label. */
export const SUBJECTS: readonly Subject[] = [...EVENT_TYPES, 'memory'];

/** One reading for each subject. */
export type Readings = Readonly<Record<Subject, Reading>>;

/** Sources of the readings. */
export interface MeasureSources {
  readonly depth: DepthReader;
  /** Every Redis that holds queues or allowance; the fullest one counts. */
  readonly clients: readonly RedisClient[];
}

/** Reads all measures once. Rejects if any cannot be read: the state is not updated from an incomplete reading. */
export async function readMeasures({ depth, clients }: MeasureSources): Promise<Readings> {
  const [queues, shares] = await Promise.all([
    Promise.all(EVENT_TYPES.map((type) => depth.read(type))),
    Promise.all(clients.map(memoryShare)),
  ]);
  const byType = EVENT_TYPES.map((type, index): [EventType, Reading] => [
    type,
    {
      depth: queues[index]?.events ?? 0,
      age: queues[index]?.oldestAgeMs ?? 0,
      finished: queues[index]?.finished ?? 0,
    },
  ]);
  return { ...(Object.fromEntries(byType) as Record<EventType, Reading>), memory: { memory: Math.max(...shares) } };
}

/**
 * Returns the used share of the memory limit (or of the machine's memory if there is no limit), 0 to 1; 0 if neither is
 * known.
 */
async function memoryShare(client: RedisClient): Promise<number> {
  const { usedBytes, maxBytes } = await memoryPressure(client);
  return maxBytes > 0 ? usedBytes / maxBytes : 0;
}
