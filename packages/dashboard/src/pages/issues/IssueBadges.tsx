import { Badge } from '../../components/Badge';
import { useNow } from '../../lib/clock';
import { formatAge } from '../../lib/format';
import { describeIgnore } from './changeOf';
import type { IssueState } from './issue';

interface Props {
  readonly issue: IssueState;
  /** Also for an ordinary open one. */
  readonly isAlways?: boolean;
}

/** The state of an issue beside its title: in lists nothing for an ordinary open one. */
export function IssueBadges({ issue, isAlways = false }: Props) {
  const nowMs = useNow();
  if (issue.status === 'resolved') return <Badge tone="good">{resolvedText(issue)}</Badge>;
  if (issue.status === 'ignored')
    return <Badge>{`ignored ${describeIgnore(issue.ignoredUntil, inTimeFrom(nowMs))}`.trim()}</Badge>;
  if (issue.regressed) return <Badge tone="bad">regressed</Badge>;
  if (issue.new) return <Badge tone="info">new</Badge>;
  return isAlways ? <Badge>open</Badge> : null;
}

function resolvedText({ resolvedIn, resolvedAfter }: IssueState): string {
  if (resolvedIn !== null) return `resolved in ${resolvedIn}`;
  return resolvedAfter === null ? 'resolved' : `resolved after ${resolvedAfter}`;
}

const inTimeFrom =
  (nowMs: number) =>
  (time: string): string =>
    `in ${formatAge(Date.parse(time) - nowMs)}`;
