import type { LISTED_STATUSES, ListQuery } from '@sluice/api-contract';
import { DAY_MS, type RequestActor, parseLevel } from '@sluice/contract';
import { ApiError, type RouteContext, readZone } from '@sluice/management';
import { seriesRange } from './seriesRange.js';
import type { IssueFilter, TagFilter } from './sql/issueFilter.js';
import type { SeriesRange } from './sql/issueSeries.js';

/** Filters that the list of issues and its summary share. */
export interface IssuesQuery extends Pick<ListQuery, 'from' | 'to' | 'environment' | 'release'> {
  readonly status: (typeof LISTED_STATUSES)[number];
  readonly level?: string;
  readonly query?: string;
  readonly assignee?: string;
  readonly tag?: string;
  readonly user?: string;
  readonly url?: string;
  readonly firstRelease?: string;
  /** Zone of the days of series. */
  readonly zone?: string;
}

/** An issue is new if its first exception is this recent at the end of the range. */
const NEW_FOR_MS = DAY_MS;

/** What a query asks for. */
export interface IssueRequest {
  /** Without the states. */
  readonly filter: IssueFilter;
  /** The states of `status`. */
  readonly selected: IssueFilter;
  readonly newSinceMs: number;
  readonly series: SeriesRange;
  readonly userId: string | undefined;
}

/** Reads a query. @param range of arrival @throws ApiError 400 */
export function readIssueRequest(
  query: IssuesQuery,
  range: { readonly fromMs: number; readonly toMs: number },
  { actor, clock }: RouteContext,
): IssueRequest {
  const { environment, release, level = '', query: search, assignee, tag, user, url, firstRelease } = query;
  const series = seriesRange(range, clock(), readZone(query));
  const newSinceMs = Math.min(range.toMs, clock()) - NEW_FOR_MS;
  const userId = actor.userId ?? undefined;
  return {
    filter: {
      environment,
      release,
      level: parseLevel(level),
      query: search,
      user,
      url,
      firstRelease,
      assigneeId: assignee === undefined ? undefined : assigneeOf(assignee, actor),
      tag: tag === undefined ? undefined : tagOf(tag),
    },
    selected: selectedBy(query.status, newSinceMs, actor),
    newSinceMs,
    series,
    userId,
  };
}

function selectedBy(status: IssuesQuery['status'], newSinceMs: number, actor: RequestActor): IssueFilter {
  switch (status) {
    case 'all':
      return {};
    case 'new':
      return { newSinceMs };
    case 'regressed':
      return { isRegressed: true };
    case 'assigned':
      return { status: 'open', assigneeId: assigneeOf('me', actor) };
    default:
      return { status };
  }
}

/** Returns the id of the user; `null` for `none`. @throws ApiError 400 */
export function assigneeOf(assignee: string, actor: RequestActor): string | null {
  if (assignee === 'none') return null;
  if (assignee === 'me') {
    if (actor.userId !== null) return actor.userId;
    throw new ApiError(400, 'bad_query', '`me` needs a session or a token of a user: this token belongs to no user.');
  }
  if (/^\d{1,18}$/.test(assignee)) return assignee;
  throw new ApiError(400, 'bad_query', `assignee must be the id of a user, me or none, not "${assignee}".`);
}

function tagOf(tag: string): TagFilter {
  const colon = tag.indexOf(':');
  if (colon > 0) return { key: tag.slice(0, colon), value: tag.slice(colon + 1) };
  throw new ApiError(400, 'bad_query', `tag must be key:value, such as region:eu, not "${tag}".`);
}
