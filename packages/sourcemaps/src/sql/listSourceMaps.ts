import { sql, type RawBuilder } from 'kysely';
import type { Queryable } from '@sluice/db';
import {
  contains,
  equals,
  type Page,
  type PageRequest,
  checkMoment,
  checkRowId,
  partsOf,
  scanPage,
} from '@sluice/reading';
import { SOURCE_MAP_COLUMNS, toSourceMap, type SourceMapRow, type StoredSourceMap } from './sourceMap.js';

/** Which source maps. A field that is not set does not filter. */
export interface SourceMapFilter {
  readonly release?: string | undefined;
  /** A UUID. */
  readonly debugId?: string | undefined;
  /** Part of the filename, case-insensitive. */
  readonly filename?: string | undefined;
}

/** Source maps scanned for one page. */
const SOURCE_MAP_SCAN = 10_000;

/**
 * Returns source maps by time of upload, newest first, ties by id. A map that was replaced counts as new. The page's range is
 * one of upload times. Scans {@link SOURCE_MAP_SCAN} maps a page.
 */
export async function listSourceMaps(
  db: Queryable,
  projectId: string,
  page: PageRequest,
  { release, filename, debugId }: SourceMapFilter = {},
): Promise<Page<StoredSourceMap>> {
  const inOrder = sql`order by uploaded_at desc, id desc`;
  const conditions = [
    sql`project_id = ${projectId}`,
    sql`uploaded_at >= ${new Date(page.fromMs).toISOString()}::timestamptz`,
    sql`uploaded_at < ${new Date(page.toMs).toISOString()}::timestamptz`,
    ...equals('release', release),
    ...(debugId === undefined ? [] : [sql`debug_id = ${debugId}::uuid and debug_original_id = original_id`]),
    after(page.after),
  ];
  const { rows, ...rest } = await scanPage<SourceMapRow>(db, {
    candidates: sql`
      select ${sql.join(SOURCE_MAP_COLUMNS.map((column) => sql.ref(column)))} from sourcemaps
      where ${sql.join(conditions, sql` and `)} ${inOrder} limit ${SOURCE_MAP_SCAN}`,
    most: SOURCE_MAP_SCAN,
    conditions: contains('filename', filename),
    inOrder,
    limit: page.limit,
    positionOf,
    timeOf: (map) => map.uploaded_at,
  });
  return { rows: rows.map(toSourceMap), ...rest };
}

const positionOf = ({ id, uploaded_at }: SourceMapRow): string => `${uploaded_at.toISOString()} ${id}`;

/** Keyset predicate of a page. @throws PositionError if this list did not write the position */
function after(position: string | undefined): RawBuilder<unknown> {
  if (position === undefined) return sql`true`;
  const [time = '', id = ''] = partsOf(position, /^(\S+) (.+)$/);
  return sql`(uploaded_at, id) < (${checkMoment(time)}::timestamptz, ${checkRowId(id)}::uuid)`;
}
