import { Badge } from '../../components/Badge';
import { formatAge } from '../../lib/format';
import { describeIgnore } from './changeOf';
import type { IssueState } from './issue';

/** The state of an issue beside its title: nothing for an ordinary open one. */
export function IssueBadges({ issue }: { readonly issue: IssueState }) {
  if (issue.status === 'resolved') return <Badge tone="good">{resolvedText(issue)}</Badge>;
  if (issue.status === 'ignored')
    return <Badge>{`ignored ${describeIgnore(issue.ignoredUntil, inTime)}`.trim()}</Badge>;
  if (issue.regressed) return <Badge tone="bad">regressed</Badge>;
  return issue.new ? <Badge tone="info">new</Badge> : null;
}

function resolvedText({ resolvedIn, resolvedAfter }: IssueState): string {
  if (resolvedIn !== null) return `resolved in ${resolvedIn}`;
  return resolvedAfter === null ? 'resolved' : `resolved after ${resolvedAfter}`;
}

const inTime = (time: string): string => `in ${formatAge(Date.parse(time) - Date.now())}`;
