import type { ResponseOf } from '../../api/callApi';
import { formatCount, plural } from '../../lib/format';

type Item = ResponseOf<'GET /api/0/organizations/{org}/alerts/inbox'>['data'][number]['message']['items'][number];

/** Returns where and how often an item of a message happened, and by which rule it is reported. */
export function messageFacts({
  issue,
  rule,
  suppressed,
}: Pick<Item, 'issue' | 'rule' | 'suppressed'>): readonly string[] {
  const release = issue?.lastRelease ?? issue?.firstRelease;
  return [
    ...(issue === undefined ? [] : [issue.level, plural(issue.events, 'event'), plural(issue.users, 'user')]),
    ...(release === undefined || release === null ? [] : [release]),
    ...(issue?.environment === undefined || issue.environment === null ? [] : [issue.environment]),
    ...(issue?.assignee === undefined || issue.assignee === null ? [] : [`assigned to ${issue.assignee}`]),
    ...(suppressed === 0 ? [] : [`${formatCount(suppressed)} more not sent before`]),
    `rule ${rule.name}`,
  ];
}
