import type { RowOf } from '../../api/useList';
import { plural } from '../../lib/format';
import { formatTime } from '../../lib/formatTime';
import type { HISTORY } from '../issues/issue';

/** A change of an issue in its history. */
export type HistoryEntry = Pick<RowOf<typeof HISTORY>, 'action' | 'details'>;

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const countOf = (value: unknown): number => (Array.isArray(value) ? value.length : Number(value) || 0);

/** Says what happened, after the name of who did it: `resolved it in shop@1.3.1`. */
export function describeEntry({ action, details }: HistoryEntry, members: ReadonlyMap<string, string>): string {
  switch (action) {
    case 'resolved':
      return resolvedText(details);
    case 'opened':
      return 'opened it';
    case 'ignored':
      return ignoredText(details);
    case 'assigned': {
      const to = textOf(details['to']);
      if (details['departed'] !== undefined) return 'removed the assignee, who is no longer a member';
      return to === undefined ? 'unassigned it' : `assigned it to ${members.get(to) ?? `user ${to}`}`;
    }
    case 'merged':
      return `merged ${plural(countOf(details['issues']), 'issue')} into it`;
    case 'merged_into':
      return 'merged it into another issue';
    case 'unmerged':
      return `took ${plural(countOf(details['fingerprints']), 'fingerprint')} out of it`;
    case 'comment_deleted':
      return `deleted a comment of ${textOf(details['author']) ?? 'somebody'}`;
    case 'regressed': {
      const release = textOf(details['release']);
      return `opened it again: an event arrived${release === undefined ? '' : ` in ${release}`}`;
    }
    case 'ignore_ended':
      return ENDED[textOf(details['by']) ?? ''] ?? 'opened it again';
    default:
      return action;
  }
}

const ENDED: Readonly<Record<string, string>> = {
  time: 'opened it again: the time of ignoring is over',
  events: 'opened it again: the number of events is reached',
  users: 'opened it again: the number of users is reached',
};

function resolvedText(details: HistoryEntry['details']): string {
  const [release, after] = [textOf(details['release']), textOf(details['after'])];
  if (release !== undefined) return `resolved it in ${release}`;
  return after === undefined ? 'resolved it' : `resolved it in the release after ${after}`;
}

function ignoredText({ time, events, users }: HistoryEntry['details']): string {
  const ends = [
    ...(typeof time === 'string' ? [`until ${formatTime(new Date(time))}`] : []),
    ...(typeof events === 'number' ? [`until ${plural(events, 'more event')}`] : []),
    ...(typeof users === 'number' ? [`until ${plural(users, 'more user')}`] : []),
  ];
  return ['ignored it', ends.join(' or ')].join(' ').trim();
}
