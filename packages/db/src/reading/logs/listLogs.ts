import { WARNING_ALIAS } from '@sluice/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Queryable } from '../../connection/createDatabase.js';
import type { EventDetail, ListedEvent } from '../../schema/eventColumns.js';
import { contains, equals } from '../arrivalScan.js';
import { listEvents, readEvent } from '../eventReads.js';
import type { Page, PageRequest } from '../page.js';

/** A log as lists return it. */
export type StoredLog = ListedEvent<'logs'>;

/** A log with everything that is stored of it. */
export type LogDetail = EventDetail<'logs'>;

/** Which logs. A field that is not set does not filter. */
export interface LogFilter {
  /** Of this trace; found by an index. */
  readonly trace?: string | undefined;
  readonly replay?: string | undefined;
  readonly environment?: string | undefined;
  readonly release?: string | undefined;
  readonly level?: string | undefined;
  /** The project user's key. */
  readonly user?: string | undefined;
  /** Part of the message, case-insensitive. */
  readonly query?: string | undefined;
}

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
    conditions: conditions(filter),
  });
  return { ...found, rows: found.rows.map(withCommonLevel) };
}

/** Returns all stored data of one log; `undefined` if the project has none with this id. */
export async function readLog(db: Queryable, projectId: string, id: string): Promise<LogDetail | undefined> {
  const log = await readEvent(db, 'logs', projectId, id);
  return log === undefined ? undefined : withCommonLevel(log);
}

/** Rows older than the common vocabulary have `warn`. */
const withCommonLevel = <Log extends StoredLog>(log: Log): Log =>
  log.level === WARNING_ALIAS ? { ...log, level: 'warning' } : log;

const conditions = (filter: LogFilter): readonly RawBuilder<unknown>[] => [
  ...equals('replay_id', filter.replay),
  ...equals('environment', filter.environment),
  ...equals('release', filter.release),
  ...levels(filter.level),
  ...equals('user_key', filter.user),
  ...contains('message', filter.query),
];

/** Rows older than the common vocabulary have `warn`. */
const levels = (level: string | undefined): readonly RawBuilder<unknown>[] =>
  level === 'warning' ? [sql`level in ('warning', ${WARNING_ALIAS})`] : equals('level', level);
