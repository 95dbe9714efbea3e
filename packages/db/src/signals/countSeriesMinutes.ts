import { startOfMinute, timeOfId } from '@sluice/contract';
import { sql } from 'kysely';
import type { Tx } from '../connection/inTransaction.js';
import { mergeByKey } from '../connection/keys.js';
import { unnest } from '../connection/unnest.js';
import { isoTime } from '../store/isoTime.js';

/** A stored event of a watched series. */
export interface SeriesEvent {
  readonly projectId: string;
  readonly series: string;
  /** The event id: its time is the arrival. */
  readonly id: string;
  /** Longer than the threshold, or with an error. */
  readonly isOver: boolean;
}

/**
 * Counts events of watched series by minute of arrival: one row for each series and minute, appended, so that transactions do
 * not wait for each other. Not idempotent: call it in the transaction that takes the events' receipts.
 */
export async function countSeriesMinutes(tx: Tx, events: readonly SeriesEvent[]): Promise<void> {
  if (events.length === 0) return;
  const minutes = mergeByKey(
    events.map(({ id, isOver, ...event }) => ({
      ...event,
      minuteMs: startOfMinute(timeOfId(id)),
      part: id,
      count: 1,
      over: isOver ? 1 : 0,
    })),
    ({ projectId, series, minuteMs }) => [projectId, series, String(minuteMs)],
    (item) => item,
    (a, b) => ({
      ...a,
      part: b.part < a.part ? b.part : a.part,
      count: a.count + b.count,
      over: a.over + b.over,
    }),
  );
  await sql`
    insert into alert_minutes (project_id, series, minute, part, count, "over")
    select * from ${unnest('n', {
      project_id: ['int8', minutes.map(({ projectId }) => projectId)],
      series: ['text', minutes.map(({ series }) => series)],
      minute: ['timestamptz', minutes.map(({ minuteMs }) => isoTime(minuteMs))],
      part: ['uuid', minutes.map(({ part }) => part)],
      count: ['int8', minutes.map(({ count }) => count)],
      over: ['int8', minutes.map(({ over }) => over)],
    })}`.execute(tx.kysely);
}
