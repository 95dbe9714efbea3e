import { isObject } from '@sluice/contract';
import { countSeriesMinutes, type SeriesEvent, type Tx, type Watches } from '@sluice/db';
import type { StoredRow } from '@sluice/drain';
import { matchesLogQuery, type QueriedLog } from './matchesLogQuery.js';

/** Counts the logs that match a query which a rule watches, by minute of arrival. */
export const countLogs = (tx: Tx, stored: readonly StoredRow<'logs'>[], watches: Watches): Promise<void> =>
  countSeriesMinutes(tx, watches.logs.size === 0 ? [] : watchedLogs(stored, watches));

function watchedLogs(stored: readonly StoredRow<'logs'>[], { logs }: Watches): readonly SeriesEvent[] {
  return stored.flatMap((each) => {
    const { row } = each;
    const watched = logs.get(row.project_id);
    if (watched === undefined) return [];
    const log = queriedLog(each);
    return watched
      .filter(({ query }) => matchesLogQuery(log, query))
      .map(({ series }) => ({ projectId: row.project_id, series, id: row.id, isOver: false }));
  });
}

function queriedLog({ event, row }: StoredRow<'logs'>): QueriedLog {
  const { level, message, environment } = row;
  let lower: string | undefined;
  const { attributes } = event.payload;
  // Once for all queries, and only if one has a text.
  const lowerMessage = (): string => (lower ??= message.toLowerCase());
  return { level, lowerMessage, environment, attributes: isObject(attributes) ? attributes : undefined };
}
