import { WARNING_ALIAS } from '@sluice/contract';
import { sql } from 'kysely';
import type { Queryable, EventDetail, ListedEvent } from '@sluice/db';
import { listEvents, readEvent, type Page, type PageRequest } from '@sluice/reading';
import { logConditions, type LogFilter } from './logConditions.js';

/** A log as lists return it. */
export type StoredLog = ListedEvent<'logs'>;

/** A log with everything that is stored of it. */
export type LogDetail = EventDetail<'logs'>;

/** Logs by arrival, newest first. Those of one trace are found by its index; otherwise the list scans `ARRIVAL_SCAN` rows a page. */
export async function listLogs(
  db: Queryable,
  projectId: string,
  page: PageRequest,
  filter: LogFilter = {},
): Promise<Page<StoredLog>> {
  const found = await listEvents(db, 'logs', {
    projectId,
    page,
    indexed: filter.trace === undefined ? undefined : sql`trace_id = ${filter.trace}`,
    conditions: logConditions(filter),
  });
  return { ...found, rows: found.rows.map(withCommonLevel) };
}

/** Returns all stored data of one log; `undefined` if the project has none with this id. */
export async function readLog(db: Queryable, projectId: string, id: string): Promise<LogDetail | undefined> {
  const log = await readEvent(db, 'logs', projectId, id);
  return log === undefined ? undefined : withCommonLevel(log);
}

/** Rows older than the common vocabulary have `warn`. */
export const withCommonLevel = <Log extends StoredLog>(log: Log): Log =>
  log.level === WARNING_ALIAS ? { ...log, level: 'warning' } : log;
