import { sql, type RawBuilder } from 'kysely';
import { type Queryable, TABLE_OF } from '@sluice/db';
import { textRanges, uuidRange, type IdPrefix } from '../idPrefix.js';

/** Tables whose ids are UUIDs. Each has an index on project and id; those of events are partitioned by the id. */
const UUIDS = {
  exception: TABLE_OF.exception,
  span: TABLE_OF.span,
  log: TABLE_OF.log,
  hit: TABLE_OF.hit,
  issue: 'issues',
  'source map': 'sourcemaps',
} as const;

/** Tables and columns of ids that clients make; they may be any text. Each has an index on project and column. */
const TEXTS = {
  trace: ['traces', 'trace_id'],
  replay: ['replay_sessions', 'replay_id'],
} as const;

/** Kind of object that an id identifies. */
export type IdKind = keyof typeof UUIDS | keyof typeof TEXTS;

/** Whether ids of this kind are UUIDs in lower case, not texts as clients sent them. */
export const isUuidKind = (kind: IdKind): kind is keyof typeof UUIDS => Object.hasOwn(UUIDS, kind);

/** Which ids. */
export interface IdSearch {
  readonly projectId: string;
  readonly kind: IdKind;
  readonly prefix: IdPrefix;
  /** The most ids of a response. */
  readonly most: number;
}

/** Returns the ids of a project with this prefix, in ascending order. Reads a range of an index. */
export async function findIds(db: Queryable, search: IdSearch): Promise<readonly string[]> {
  const { rows } = await idsQuery(search).execute(db.kysely);
  return rows.map(({ id }) => id);
}

/** The statement of {@link findIds}. */
export const idsQuery = ({ kind, ...search }: IdSearch): RawBuilder<{ readonly id: string }> =>
  isUuidKind(kind) ? uuids(UUIDS[kind], search) : texts(TEXTS[kind], search);

type Search = Omit<IdSearch, 'kind'>;

function uuids(table: string, { projectId, prefix, most }: Search): RawBuilder<{ readonly id: string }> {
  const [first, last] = uuidRange(prefix);
  return sql`
    select id from ${sql.table(table)}
    where project_id = ${projectId} and id >= ${first} and id <= ${last} order by id limit ${most}`;
}

function texts(
  [table, name]: readonly [table: string, column: string],
  { projectId, prefix, most }: Search,
): RawBuilder<{ readonly id: string }> {
  const [from, column] = [sql.table(table), sql.ref(name)];
  const ranges = textRanges(prefix).map(
    ([first, end]) => sql`
      (select distinct ${column} as id from ${from}
       where project_id = ${projectId} and ${column} >= ${first} and ${column} < ${end} order by 1 limit ${most})`,
  );
  return sql`select id from (${sql.join(ranges, sql` union all `)}) as found order by id limit ${most}`;
}
