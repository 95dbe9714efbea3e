import { timeOfId } from '@sluice/contract';
import { sql, type RawBuilder } from 'kysely';
import {
  type Queryable,
  EVENT_COLUMNS,
  type EventColumn,
  type EventDetail,
  type EventTableName,
  type ListedEvent,
} from '@sluice/db';
import { ifSelective, lastScannedId, scannedRows, withinPage } from './arrivalScan.js';
import { isEventId } from '../isEventId.js';
import type { Page, PageRequest } from '../page.js';

/** Names of the columns of a table that lists return, or with `detail` single reads. */
function columnNames(table: EventTableName, detail: boolean): readonly string[] {
  return Object.entries<EventColumn>(EVENT_COLUMNS[table])
    .filter(([, { read }]) => read === 'list' || (detail && read === 'detail'))
    .map(([name]) => name);
}

/** The select list of what lists return, by the names of the columns. */
export const listedColumns = (table: EventTableName): RawBuilder<unknown> =>
  sql.join(columnNames(table, false).map((name) => sql.ref(name)));

const camelCase = (name: string): string => name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

const selectAs = (names: readonly string[], alias: string): RawBuilder<unknown> =>
  sql.join(names.map((name) => sql`${sql.ref(`${alias}.${name}`)} as ${sql.id(camelCase(name))}`));

/** The select list of a {@link ListedEvent} from the rows called `alias`. */
export const selectListed = (table: EventTableName, alias: string): RawBuilder<unknown> =>
  selectAs(columnNames(table, false), alias);

/** The select list of an {@link EventDetail} from the rows called `alias`. */
export const selectDetail = (table: EventTableName, alias: string): RawBuilder<unknown> =>
  selectAs(columnNames(table, true), alias);

/**
 * Selects the first of `rows`, in order of their ids, whose texts have less than `bytes` together without the last, and in
 * `found` how many there were.
 */
export const withinBytes = (
  rows: RawBuilder<unknown>,
  order: 'asc' | 'desc',
  bytes: number,
): RawBuilder<unknown> => sql`
  select e.* from (
    select e.*, count(*) over ()::int as found,
      sum(octet_length(e::text)) over (order by e.id ${sql.raw(order)}) - octet_length(e::text) as bytes_before
    from (${rows}) as e) as e
  where e.bytes_before < ${bytes}`;

/** Removes `found` of {@link withinBytes} from the rows, and returns it. */
export function takeFound(rows: readonly { found?: number }[]): number {
  const found = rows[0]?.found ?? 0;
  for (const row of rows) delete row.found;
  return found;
}

/** Which events of a table a list returns. */
interface EventListRequest {
  readonly projectId: string;
  readonly page: PageRequest;
  /** The condition that an index supports; without one, or with very many such rows, the list scans `ARRIVAL_SCAN` rows per page. */
  readonly indexed: RawBuilder<unknown> | undefined;
  readonly conditions: readonly RawBuilder<unknown>[];
}

/** Most bytes of a page, as PostgreSQL writes its rows: a hundred events of 1 MB would block the process for seconds. */
export const PAGE_BYTES = 8_388_608;

/** Events by arrival, newest first. A page ends early if its events are very large. */
export async function listEvents<Table extends EventTableName>(
  db: Queryable,
  table: Table,
  { projectId, page, indexed, conditions }: EventListRequest,
): Promise<Page<ListedEvent<Table>>> {
  const within = withinPage(projectId, page);
  const selective = await ifSelective(db, table, within, indexed);
  const selected = sql`
    select e.* from (${scannedRows(table, listedColumns(table), within, selective)}) as e
    where ${sql.join([indexed ?? sql`true`, ...conditions], sql` and `)}
    order by e.id desc limit ${page.limit}`;
  const { rows } = await sql<ListedEvent<Table> & { readonly id: string; found?: number }>`
    select ${selectListed(table, 'e')}, e.found from (${withinBytes(selected, 'desc', PAGE_BYTES)}) as e
    order by e.id desc`.execute(db.kysely);
  const isCut = takeFound(rows) > rows.length;
  if (isCut || rows.length === page.limit) return { rows, next: rows.at(-1)?.id, scannedToMs: undefined };
  const bound = selective === undefined ? await lastScannedId(db, table, within) : undefined;
  return { rows, next: bound, scannedToMs: bound === undefined ? undefined : timeOfId(bound) };
}

/** Returns all stored data of one event; `undefined` if the project has none with this id. */
export async function readEvent<Table extends EventTableName>(
  db: Queryable,
  table: Table,
  projectId: string,
  id: string,
): Promise<EventDetail<Table> | undefined> {
  if (!isEventId(id)) return undefined;
  const { rows } = await sql<EventDetail<Table>>`
    select ${selectDetail(table, 'e')} from ${sql.table(table)} as e
    where e.project_id = ${projectId} and e.id = ${id}`.execute(db.kysely);
  return rows[0];
}
