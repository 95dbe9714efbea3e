import { EVENT_TYPES, MINUTE_MS, type EventType } from '@sluice/contract';
import type { Logger } from '@sluice/runtime';

/** Time between the arrival of an event and its storing, while nothing waits. */
const SETTLED_MS = MINUTE_MS;

/** How much older than the oldest waiting job an event may be that is not stored yet. */
const MARGIN_MS = 30_000;

/** Reads the queues of the workers. */
export interface QueueAges {
  /** Resolves with the age of the oldest job that waits, in milliseconds; `undefined`: none waits. */
  readonly read: (type: EventType) => Promise<{ readonly oldestAgeMs?: number | undefined }>;
}

/** Dependencies. */
interface SettledDeps {
  readonly depth: QueueAges;
  readonly logger: Logger;
}

/**
 * Returns the time before which all events of a type that arrived are stored, milliseconds since 1970. If Redis
 * does not answer, it returns 0, and decisions that depend on it wait.
 */
export async function readSettled({ depth, logger }: SettledDeps, nowMs: number): Promise<(type: EventType) => number> {
  const times = new Map<EventType, number>();
  for (const type of EVENT_TYPES) {
    try {
      const { oldestAgeMs = 0 } = await depth.read(type);
      times.set(type, nowMs - Math.max(SETTLED_MS, oldestAgeMs + MARGIN_MS));
    } catch (error) {
      logger.debug({ err: error, type }, 'depth of the queue could not be read');
    }
  }
  return (type) => times.get(type) ?? 0;
}
