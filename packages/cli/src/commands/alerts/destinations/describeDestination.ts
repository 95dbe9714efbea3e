import { moment, number, text, wire, type Wire } from '../../../output/cells.js';
import type { Style } from '../../../output/style.js';
import { facts } from '../../../output/table.js';
import type { WireColumn } from '../../../output/wireTable.js';

const stateOf = ({ pausedAt, failures }: Wire): string => {
  if (pausedAt !== null && pausedAt !== undefined) return 'paused';
  return typeof failures === 'number' && failures > 0 ? 'failing' : 'ok';
};

/** What it sends to: its settings, and what may be shown of its secrets. */
function targetOf({ config, secret }: Wire): string {
  const settings = Object.values(wire(config)).map((value) => (Array.isArray(value) ? value.join(', ') : text(value)));
  return [...settings, ...(typeof secret === 'string' ? [secret] : [])].join(', ') || '-';
}

/** Columns of lists of destinations. */
export const DESTINATION_COLUMNS: readonly WireColumn[] = [
  { title: 'DESTINATION', isWhole: true, read: ({ id }) => text(id) },
  { title: 'NAME', read: ({ name }) => text(name, 40) },
  { title: 'KIND', read: ({ kind }) => text(kind) },
  { title: 'TO', read: (row) => text(targetOf(row), 60) },
  { title: 'RULES', align: 'right', read: ({ rules }) => number(rules) },
  { title: 'STATE', read: stateOf },
  { title: 'LAST SENT', read: ({ lastSentAt }) => moment(lastSentAt) },
];

function quietText(quiet: unknown): string {
  const { timeZone, from, to, days } = wire(quiet);
  if (typeof from !== 'string') return 'none';
  return `${text(from)}-${text(to)} ${text(timeZone)}${Array.isArray(days) ? ` on days ${days.join(',')}` : ''}`;
}

/** Formats a destination; a signing secret that was just made is shown with a note. */
export function describeDestination(one: Wire, style: Style): string {
  const { pausedReason, signingSecret, signingSecrets } = one;
  return facts(
    [
      ['destination', text(one['id'])],
      ['name', text(one['name'])],
      ['kind', text(one['kind'])],
      ['to', targetOf(one)],
      ['state', stateOf(one)],
      ...(typeof pausedReason === 'string' ? [['because', pausedReason] as const] : []),
      ['rules', number(one['rules'])],
      ['per hour', number(one['hourlyLimit'])],
      ['quiet hours', quietText(one['quietHours'])],
      ['last sent', moment(one['lastSentAt'])],
      ...(typeof signingSecrets === 'number' && signingSecrets > 1
        ? [['signing', 'with the new and the previous secret; end it: sluice alerts destinations unrotate'] as const]
        : []),
      ...(typeof signingSecret === 'string'
        ? ([
            ['signing secret', signingSecret],
            ['note', 'a secret; it is not shown again'],
          ] as const)
        : []),
    ],
    style,
  );
}
