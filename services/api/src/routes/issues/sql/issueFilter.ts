import { sql, type RawBuilder } from 'kysely';
import { equals, type PageRequest } from '@sluice/reading';
import { currentAssignee } from './selectIssue.js';

/** A tag of an exception and its value as text. */
export interface TagFilter {
  readonly key: string;
  readonly value: string;
}

/** Which issues. A field that is not set does not filter. */
export interface IssueFilter {
  readonly status?: string | undefined;
  /** Open ones, first seen at this time or later (milliseconds since 1970), that did not come back. */
  readonly newSinceMs?: number | undefined;
  /** Open ones that came back after they were resolved. */
  readonly isRegressed?: boolean | undefined;
  /** Id of the assignee; `null`: unassigned. */
  readonly assigneeId?: string | null | undefined;
  /** Part of the title or of the culprit as sent, case-insensitive. */
  readonly query?: string | undefined;
  /** First seen in this release, of all time. */
  readonly firstRelease?: string | undefined;
  /** Of these ids. */
  readonly ids?: readonly string[] | undefined;
  /** With exceptions of this environment, which alone are counted. */
  readonly environment?: string | undefined;
  /** With exceptions of this release, which alone are counted. */
  readonly release?: string | undefined;
  /** With exceptions of this level, which alone are counted. The level that an issue shows is that of its last one. */
  readonly level?: string | undefined;
  /** With exceptions that have this tag, which alone are counted. */
  readonly tag?: TagFilter | undefined;
  /** With exceptions of the project user with this key, which alone are counted. */
  readonly user?: string | undefined;
  /** With exceptions of pages whose address contains this, case-insensitive, which alone are counted. */
  readonly url?: string | undefined;
}

/** Later than every arrival: no bound. */
export const UNBOUNDED_MS = Date.UTC(9999, 0);

/** The address of the page or request of a row of `exceptions`; NULL if it has none. */
export const PAGE_URL = sql`coalesce(contexts ->> 'page.url', contexts ->> 'url.full', contexts ->> 'url', contexts ->> 'http.url')`;

/** Whether a list counts only some exceptions of each issue: of a range of arrival, or with certain properties. */
export const countsSome = ({ fromMs, toMs }: PageRequest, filter: IssueFilter): boolean =>
  fromMs > 0 ||
  toMs < UNBOUNDED_MS ||
  filter.environment !== undefined ||
  filter.release !== undefined ||
  readsExceptions(filter);

/** Whether only exceptions themselves show what matches: no sums exist by level, tag, user or address. */
export const readsExceptions = ({ level, tag, user, url }: IssueFilter): boolean =>
  level !== undefined || tag !== undefined || user !== undefined || url !== undefined;

/** Conditions on a row of `issues` of a project, named `s`. */
export const ofIssue = (projectId: string, filter: IssueFilter): readonly RawBuilder<unknown>[] => {
  const { status, newSinceMs, isRegressed, assigneeId, query, firstRelease, ids } = filter;
  return [
    ...equals('s.status', status),
    ...(newSinceMs === undefined
      ? []
      : [sql`s.status = 'open' and s.reopened_at is null and s.first_seen >= ${new Date(newSinceMs)}`]),
    ...(isRegressed === true ? [sql`s.status = 'open' and s.reopened_at is not null`] : []),
    ...(assigneeId === undefined
      ? []
      : [sql`${currentAssignee(projectId, 's')} is not distinct from ${assigneeId}::int8`]),
    ...(query === undefined
      ? []
      : [sql`position(lower(${query}) in lower(s.title || ' ' || coalesce(s.culprit, ''))) > 0`]),
    ...equals('s.first_release', firstRelease),
    ...(ids === undefined ? [] : [sql`s.id = any(${ids}::uuid[])`]),
  ];
};

/** Conditions on a row of `exceptions`, besides the range. */
export const ofException = ({ environment, release, level, tag, user, url }: IssueFilter): RawBuilder<unknown> =>
  sql.join(
    [
      sql`true`,
      ...equals('environment', environment),
      ...equals('release', release),
      ...equals('level', level),
      ...equals('user_key', user),
      ...(tag === undefined ? [] : [sql`tags ->> ${tag.key} = ${tag.value}`]),
      ...(url === undefined ? [] : [sql`position(lower(${url}) in lower(${PAGE_URL})) > 0`]),
    ],
    sql` and `,
  );

/** The columns of `exceptions` that the counts of a filtered list read; tags and contexts are wide, so only if the filter needs them. */
export const filteredColumns = ({ level, tag, url }: IssueFilter): RawBuilder<unknown> =>
  sql.join([
    sql`environment, release, user_key`,
    ...(level === undefined ? [] : [sql`level`]),
    ...(tag === undefined ? [] : [sql`tags`]),
    ...(url === undefined ? [] : [sql`contexts`]),
  ]);
