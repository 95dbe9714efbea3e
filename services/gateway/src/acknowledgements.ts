import type { EventType, SerializedPart } from '@sluice/contract';
import type { AcknowledgedCount } from '@sluice/db';
import type { Publisher } from '@sluice/queues';
import { periodicTask, type Component, type Logger } from '@sluice/runtime';
import { randomUUID } from 'node:crypto';

/** Notes in PostgreSQL how many events this gateway acknowledged, so that a Redis that forgets some is found out. */
export interface Acknowledgements extends Component {
  /** Counts what was published just now. @param hour hours since 1970: the one that was charged */
  readonly count: (hour: number, parts: readonly SerializedPart[]) => void;
}

/** What noting needs. */
export interface AcknowledgementsDeps {
  /** Stores absolute counts of one run of a gateway. Rejects while PostgreSQL is unavailable. */
  readonly store: (gateway: string, counts: readonly AcknowledgedCount[]) => Promise<void>;
  readonly logger: Logger;
}

/** Interval of writes. What a killed gateway acknowledged since the last write is not recorded. */
const PERIOD_MS = 2_000;
/** Hours whose counts are kept: a batch that was charged may lie in a spool for three days before it is published. */
const KEPT_HOURS = 80;

/**
 * Counts are absolute for this run of this gateway: writing them twice, or late, changes nothing. While PostgreSQL is unavailable
 * they wait in memory. The last ones are written at the stop.
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

/**
 * A publisher that counts what it published: of all who publish a batch, the one that won its mark. Not for replays, which
 * may publish a batch again when its mark has expired.
 */
export const countAccepted = (publisher: Publisher, count: Acknowledgements['count']): Publisher => ({
  ...publisher,
  publish: async (batch, timeoutMs) => {
    const result = await publisher.publish(batch, timeoutMs);
    if (result === 'accepted' && batch.hour !== undefined) count(batch.hour, batch.parts);
    return result;
  },
});
