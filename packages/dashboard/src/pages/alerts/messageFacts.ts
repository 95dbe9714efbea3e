import type { ResponseOf } from '../../api/callApi';
import { plural } from '../../lib/format';

type Item = ResponseOf<'GET /api/0/organizations/{org}/alerts/inbox'>['data'][number]['message']['items'][number];

/** Returns where and how often an item of a message happened. */
export function messageFacts({ issue, suppressed }: Pick<Item, 'issue' | 'suppressed'>): readonly string[] {
  const release = issue?.lastRelease ?? issue?.firstRelease;
  return [
    ...(issue === undefined ? [] : [issue.level, plural(issue.events, 'event'), plural(issue.users, 'user')]),
    ...(release === undefined || release === null ? [] : [release]),
    ...(issue?.environment === undefined || issue.environment === null ? [] : [issue.environment]),
    ...(issue?.assignee === undefined || issue.assignee === null ? [] : [`assigned to ${issue.assignee}`]),
    ...(suppressed === 0 ? [] : [`${plural(suppressed, 'earlier firing')} not sent`]),
  ];
}

/** The id that messages have which no rule sends: tests, and that a destination is paused. */
const NO_RULE = '0';

/** Returns the rule of each item, or only one if it is the same for all: `rule New issues`. Nothing if no rule sent it. */
export function ruleFacts(items: readonly Pick<Item, 'rule'>[]): {
  readonly ofAll: string | undefined;
  readonly ofEach: (item: Pick<Item, 'rule'>) => readonly string[];
} {
  const named = ({ rule }: Pick<Item, 'rule'>): string => `rule ${rule.name}`;
  const names = new Set(items.map(named));
  if (items.every(({ rule }) => rule.id === NO_RULE)) return { ofAll: undefined, ofEach: () => [] };
  return names.size === 1
    ? { ofAll: [...names][0], ofEach: () => [] }
    : { ofAll: undefined, ofEach: (item) => [named(item)] };
}
