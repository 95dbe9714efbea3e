import type { EventType, SerializedPart } from '@sluice/contract';
import type { AcknowledgedCount } from '@sluice/accounting';
import { periodicTask, type Component, type Logger } from '@sluice/runtime';
import { randomUUID } from 'node:crypto';

/** Records in PostgreSQL how many events this gateway acknowledged, so that a loss of data in Redis is detected. */
export interface Acknowledgements extends Component {
  /** Counts the parts of a batch whose accept mark this gateway set. @param hour the hour charged, hours since 1970 */
  readonly count: (hour: number, parts: readonly SerializedPart[]) => void;
}

/** Dependencies of recording. */
export interface AcknowledgementsDeps {
  /** Stores absolute counts of one run of a gateway. Rejects while PostgreSQL is unavailable. */
  readonly store: (gateway: string, counts: readonly AcknowledgedCount[]) => Promise<void>;
  readonly logger: Logger;
}

/** Interval of writes in milliseconds. A killed gateway loses the counts since its last write. */
const PERIOD_MS = 2_000;
/** Hours whose counts are kept: a charged batch may be in a spool for three days before it is published. */
const KEPT_HOURS = 80;

/**
 * Counts are absolute for one run of a gateway: writing them twice or late changes nothing. They are kept in memory while
 * PostgreSQL is unavailable. `stop` writes the last ones.
 */
export function createAcknowledgements({ store, logger }: AcknowledgementsDeps): Acknowledgements {
  const gateway = randomUUID();
  const hours = new Map<number, Map<EventType, number>>();
  const changed = new Set<number>();
  const flush = async (): Promise<void> => {
    const due = [...changed];
    if (due.length === 0) return;
    changed.clear();
    const counts = due.flatMap((hour) => [...(hours.get(hour) ?? [])].map(([type, count]) => ({ hour, type, count })));
    try {
      await store(gateway, counts);
    } catch (error) {
      for (const hour of due) changed.add(hour);
      throw error;
    }
    const latest = Math.max(...hours.keys());
    for (const hour of hours.keys()) if (hour < latest - KEPT_HOURS && !changed.has(hour)) hours.delete(hour);
  };
  const loop = periodicTask('store acknowledged counts', PERIOD_MS, logger, flush);
  return {
    count: (hour, parts) => {
      const types = hours.get(hour) ?? new Map<EventType, number>();
      hours.set(hour, types);
      changed.add(hour);
      for (const { type, events } of parts) types.set(type, (types.get(type) ?? 0) + events);
    },
    start: loop.start,
    stop: async () => {
      await loop.stop();
      await flush().catch((error: unknown) =>
        logger.warn({ err: error }, 'the last acknowledged counts were not stored'),
      );
    },
  };
}
