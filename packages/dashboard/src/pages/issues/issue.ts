import type { ResponseOf } from '../../api/callApi';
import type { RowOf } from '../../api/useList';

/** The operation of the list. */
export const LIST = 'GET /api/0/projects/{org}/{project}/issues';
/** The operation that counts the list. */
export const SUMMARY = 'GET /api/0/projects/{org}/{project}/issues/summary';
/** The operation of one issue. */
export const READ = 'GET /api/0/projects/{org}/{project}/issues/{issueId}';
/** The operation of the history of one issue. */
export const HISTORY = 'GET /api/0/projects/{org}/{project}/issues/{issueId}/history';

/** An issue of the list. */
export type Issue = RowOf<typeof LIST>;

/** An issue with its statistics. */
export type IssueDetail = ResponseOf<typeof READ>;

/** The state of an issue: what triage changes. */
export type IssueState = Pick<
  Issue,
  'id' | 'title' | 'status' | 'resolvedIn' | 'resolvedAfter' | 'ignoredUntil' | 'regressed' | 'new' | 'assignee'
>;

/** What ends the ignoring of an issue. */
interface IgnoreUntil {
  readonly time?: string;
  readonly events?: number;
  readonly users?: number;
}

/** A change as the API takes it. */
export interface IssueChange {
  readonly status?: Issue['status'];
  readonly resolvedIn?: string;
  readonly resolvedInNext?: boolean;
  readonly ignoreUntil?: IgnoreUntil;
  readonly regressed?: boolean;
  readonly assignee?: string | null;
}

/** The tabs of the list, and the word of each for screen readers and empty states. */
export const TABS = [
  ['open', 'Open'],
  ['new', 'New'],
  ['regressed', 'Regressed'],
  ['assigned', 'Assigned to me'],
  ['resolved', 'Resolved'],
  ['ignored', 'Ignored'],
] as const;

/** The name of a tab. */
export type Tab = (typeof TABS)[number][0];

/** Returns the tab that the search parameter names; `open` by default. */
export const readTab = (status: string | undefined): Tab => TABS.find(([name]) => name === status)?.[0] ?? 'open';

/** Filters of the list besides its text: their search parameters and labels. */
export const FILTERS = [
  ['level', 'Level'],
  ['tag', 'Tag'],
  ['user', 'User'],
  ['url', 'Page address'],
  ['assignee', 'Assignee'],
] as const;

/** The levels of an exception, the worst first. */
export const LEVELS = ['fatal', 'error', 'warning', 'info'] as const;

/** The sorts of the list and their labels. */
export const SORTS = [
  ['lastSeen', 'Last seen'],
  ['count', 'Events'],
  ['users', 'Users'],
  ['newest', 'Newest'],
  ['trend', 'Trend'],
] as const;

/** The name of a sort. */
export type Sort = (typeof SORTS)[number][0];

/** Returns the sort that the search parameter names; by last sighting by default. */
export const readSort = (sort: string | undefined): Sort => SORTS.find(([name]) => name === sort)?.[0] ?? 'lastSeen';

/** The class of an error, or words that begin with a capital: `Content Security Policy`. */
const TYPE = /^\S{1,80}(?: [A-Z]\S{0,40}){0,4}$/;

/**
 * Splits a title into its type and its message: `TypeError: x is not a function`. The text of a captured message, which has no type,
 * is whole.
 */
export function splitTitle(title: string): readonly [type: string, message: string] {
  const colon = title.indexOf(': ');
  const type = title.slice(0, Math.max(0, colon));
  return colon < 80 && TYPE.test(type) ? [type, title.slice(colon + 2)] : [title, ''];
}
