import { plural } from '../../lib/format';
import type { IssueChange, IssueState, Tab } from './issue';

/** Returns the issue as it is after a change, as far as a reader sees it before the server answers. */
export function withChange<State extends IssueState>(issue: State, change: IssueChange): State {
  const assignee = change.assignee === undefined ? issue.assignee : change.assignee;
  if (change.status === undefined) return { ...issue, assignee };
  const { time = null, events = null, users = null } = change.ignoreUntil ?? {};
  return {
    ...issue,
    assignee,
    status: change.status,
    resolvedIn: change.resolvedIn ?? null,
    resolvedAfter: null,
    regressed: change.regressed === true || (change.status === 'open' && issue.status === 'open' && issue.regressed),
    new: change.status === 'open' && issue.new,
    ignoredUntil: change.ignoreUntil === undefined ? null : { time, events, users },
  };
}

/** Returns the issues that a change concerns: an issue that is open already cannot be reopened. */
export const changedBy = <State extends IssueState>(
  issues: readonly State[],
  { status, assignee }: IssueChange,
): readonly State[] =>
  status === 'open' && assignee === undefined ? issues.filter((issue) => issue.status !== 'open') : issues;

/** Returns the change that restores the state of an issue. The next release of a resolution is that after the latest one again. */
export function restoring(issue: IssueState): IssueChange {
  switch (issue.status) {
    case 'open':
      return { status: 'open', regressed: issue.regressed };
    case 'resolved':
      if (issue.resolvedIn !== null) return { status: 'resolved', resolvedIn: issue.resolvedIn };
      return { status: 'resolved', ...(issue.resolvedAfter === null ? {} : { resolvedInNext: true }) };
    case 'ignored': {
      const { time, events, users } = issue.ignoredUntil ?? { time: null, events: null, users: null };
      return {
        status: 'ignored',
        ignoreUntil: {
          ...(time === null ? {} : { time }),
          ...(events === null ? {} : { events: Math.max(1, events) }),
          ...(users === null ? {} : { users: Math.max(1, users) }),
        },
      };
    }
  }
}

/** Whether an issue belongs into a tab. */
export function isInTab(issue: IssueState, tab: Tab, userId: string | undefined): boolean {
  switch (tab) {
    case 'new':
      return issue.status === 'open' && issue.new;
    case 'regressed':
      return issue.status === 'open' && issue.regressed;
    case 'assigned':
      return issue.status === 'open' && issue.assignee === userId;
    default:
      return issue.status === tab;
  }
}

const VERBS = { open: 'Reopened', resolved: 'Resolved', ignored: 'Ignored' } as const;

const LONGEST_TITLE = 60;

/** Says what was done: `Resolved 3 issues`, or which one: `Resolved TypeError: x is null`. */
export function describeChange({ status, assignee }: IssueChange, titles: readonly string[]): string {
  const [title = ''] = titles;
  const short = title.length > LONGEST_TITLE ? `${title.slice(0, LONGEST_TITLE - 1)}…` : title;
  const what = titles.length === 1 ? short : plural(titles.length, 'issue');
  if (status !== undefined) return `${VERBS[status]} ${what}`;
  return `${assignee === null ? 'Unassigned' : 'Assigned'} ${what}`;
}

/** Says what ends the ignoring of an issue: `until 5 more users`; empty for none. */
export function describeIgnore(until: IssueState['ignoredUntil'], formatDate: (time: string) => string): string {
  if (until === null) return '';
  const ends = [
    ...(until.time === null ? [] : [formatDate(until.time)]),
    ...(until.events === null ? [] : [plural(until.events, 'more event')]),
    ...(until.users === null ? [] : [plural(until.users, 'more user')]),
  ];
  return `until ${ends.join(' or ')}`;
}
