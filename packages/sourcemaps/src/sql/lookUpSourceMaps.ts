import { sql } from 'kysely';
import { type Queryable, unnest } from '@sluice/db';
import { hashOfFilename, isStorable } from './sourceMap.js';

/** What is known about a source map: its debug id, or release and filename, or both. */
export interface SourceMapKey {
  readonly projectId: string;
  readonly release: string | null;
  readonly filename: string | null;
  /** A UUID. */
  readonly debugId?: string | null | undefined;
}

/** The blob of a source map's index, and its first bytes. */
export interface SourceMapHead {
  readonly id: string;
  readonly projectId: string;
  /** `undefined` if the project was deleted meanwhile. */
  readonly organizationId: string | undefined;
  /** Blob of the index. */
  readonly indexId: string;
  /** Version of the index's layout. */
  readonly format: number;
  readonly indexBytes: number;
  /** `undefined` if the caller knows this index, or if the head is so long that the caller reads it from the blob. */
  readonly head: Buffer | undefined;
}

/** Heads of real maps of 50 MB have about 110 kB; a query may ask for hundreds. */
const MAX_HEAD_BYTES = 262_144;

interface HeadRow {
  readonly n: number;
  readonly id: string;
  readonly organization_id: string | null;
  readonly index_id: string;
  readonly format: number;
  readonly index_bytes: string;
  readonly head: Buffer | null;
}

/**
 * Returns a stored source map for each of `requested`, in one query: the latest upload with the debug id, otherwise the map of the
 * release and filename; `undefined` if neither is stored. A repeated key is read once.
 *
 * @param knownIndexIds indexes whose head the caller has and that are not read
 */
export async function lookUpSourceMaps(
  db: Queryable,
  requested: readonly SourceMapKey[],
  knownIndexIds: readonly string[],
): Promise<readonly (SourceMapHead | undefined)[]> {
  const keys = requested.map(({ projectId, release, filename, debugId }) =>
    JSON.stringify([projectId, release, filename, debugId]),
  );
  const first = new Map(requested.map((want, index) => [keys[index], want] as const));
  const asked = [...first].filter(([, want]) => typeof want.debugId === 'string' || hasName(want));
  if (asked.length === 0) return requested.map(() => undefined);
  const { rows } = await sql<HeadRow>`
    select w.n, m.id, p.organization_id, m.index_id, m.format, m.index_bytes,
      case when m.index_id = any(${knownIndexIds}::uuid[]) or octet_length(m.head) > ${MAX_HEAD_BYTES} then null
        else m.head end as head
    from ${unnest('w', {
      n: ['int4', asked.map((_, index) => index)],
      project_id: ['int8', asked.map(([, { projectId }]) => projectId)],
      debug_id: ['uuid', asked.map(([, { debugId }]) => debugId ?? null)],
      release: ['text', asked.map(([, want]) => (hasName(want) ? want.release : null))],
      filename_hash: ['bytea', asked.map(([, want]) => (hasName(want) ? hashOfFilename(want.filename) : null))],
    })} cross join lateral (
        (select 0 as rank, m.* from sourcemaps m
         where m.project_id = w.project_id and m.debug_id = w.debug_id and m.debug_original_id = m.original_id
         order by m.uploaded_at desc limit 1)
        union all
        select 1, m.* from sourcemaps m
        where m.project_id = w.project_id and m.release = w.release and m.filename_hash = w.filename_hash
        order by rank limit 1) m
      left join projects p on p.id = m.project_id`.execute(db.kysely);
  const found = new Map(
    rows.map((row) => {
      const [key, want] = asked[row.n] ?? [];
      return [key, headOf(row, want?.projectId ?? '')] as const;
    }),
  );
  return keys.map((key) => found.get(key));
}

/** A release of an event is never empty, and no upload has one that PostgreSQL cannot hold. */
const hasName = (want: SourceMapKey): want is SourceMapKey & { readonly release: string; readonly filename: string } =>
  want.release !== null && want.release !== '' && want.filename !== null && isStorable(want.release);

const headOf = (row: HeadRow, projectId: string): SourceMapHead => ({
  id: row.id,
  projectId,
  organizationId: row.organization_id ?? undefined,
  indexId: row.index_id,
  format: row.format,
  indexBytes: Number(row.index_bytes),
  head: row.head ?? undefined,
});
