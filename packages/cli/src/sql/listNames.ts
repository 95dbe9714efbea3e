import { sql, type RawBuilder } from 'kysely';
import { type Queryable, NAME_TABLES, type ListedKind } from '@sluice/db';

/** The kinds of names that can be listed and removed. */
export const REMOVABLE_KINDS = ['metric', 'environment', 'release', 'user'] as const;

/** One of {@link REMOVABLE_KINDS}. */
export type RemovableKind = (typeof REMOVABLE_KINDS)[number];

/** A name of a project with its first and last use by PostgreSQL's clock. The last use is accurate to half a day. */
interface ListedName {
  readonly kind: RemovableKind;
  readonly name: string;
  readonly firstSeen: Date;
  readonly lastUsed: Date;
}

/** Selection of names. `*` in `match` matches any characters. Without `names` and `match`, all of the kind. */
interface NameFilter {
  readonly kind: RemovableKind;
  readonly names?: readonly string[] | undefined;
  readonly match?: string | undefined;
}

/** Use of names, milliseconds since 1970: last use at `fromMs` or later, first use before `toMs`. */
interface UseRange {
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
}

/** Returns names of one kind, most recently used first. A release is listed if it has a row or a series. */
export async function listNames(
  db: Queryable,
  projectId: string,
  { fromMs, toMs, ...filter }: NameFilter & UseRange,
  limit: number,
): Promise<readonly ListedName[]> {
  const { rows } = await sql<Omit<ListedName, 'kind'>>`
    select name, min(first_seen) as "firstSeen", max(touched_at) as "lastUsed" from (${SOURCES[filter.kind](projectId)}) as n
    where ${matches(filter)} group by name
    having ${fromMs === undefined ? sql`true` : sql`max(touched_at) >= ${new Date(fromMs)}`}
      and ${toMs === undefined ? sql`true` : sql`min(first_seen) < ${new Date(toMs)}`}
    order by 2 desc, 1 limit ${limit}`.execute(db.kysely);
  return rows.map((row) => ({ kind: filter.kind, ...row }));
}

const namesOf = (kind: ListedKind, projectId: string): RawBuilder<unknown> =>
  sql`select name, first_seen, touched_at from ${sql.id(NAME_TABLES[kind])} where project_id = ${projectId}`;

const SOURCES: Readonly<Record<RemovableKind, (projectId: string) => RawBuilder<unknown>>> = {
  metric: (projectId) => namesOf('metric', projectId),
  environment: (projectId) => namesOf('environment', projectId),
  release: (projectId) => sql`
    ${namesOf('release', projectId)}
    union all select version, created_at, touched_at from releases where project_id = ${projectId}`,
  user: (projectId) =>
    sql`select user_key as name, first_seen, touched_at from project_users where project_id = ${projectId}`,
};

/** The condition that the filter matches the column `name`. */
function matches({ names, match }: Pick<NameFilter, 'names' | 'match'>): RawBuilder<unknown> {
  const conditions = [
    ...(names === undefined ? [] : [sql`name = any(${names}::text[])`]),
    ...(match === undefined ? [] : [sql`name like ${likeOf(match)}`]),
  ];
  return conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` or `)})`;
}

const likeOf = (glob: string): string => glob.replace(/[\\%_]/g, '\\$&').replaceAll('*', '%');
