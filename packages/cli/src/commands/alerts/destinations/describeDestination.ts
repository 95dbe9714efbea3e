import type { AnswerOf } from '../../../client/operation.js';
import { moment, NOTHING, number, text, texts, wire, wires } from '../../../output/cells.js';
import type { Style } from '../../../output/style.js';
import { facts } from '../../../output/table.js';
import type { WireColumn } from '../../../output/wireTable.js';

type Destination = AnswerOf<'GET /api/0/organizations/{org}/alerts/destinations/{destinationId}'>;

/** As the page of destinations calls it. */
const stateOf = ({ pausedAt, failures, lastProblem, lastSentAt }: Destination): string => {
  if (typeof pausedAt === 'string') return 'paused';
  if (typeof lastProblem === 'object' && lastProblem !== null) return 'failing';
  if (typeof failures === 'number' && failures > 0) return 'failing';
  return typeof lastSentAt === 'string' ? 'works' : 'nothing sent';
};

/** `test failed 2026-11-26 12:00:00: HTTP 404`; `undefined` if nothing failed. */
function problemText({ lastProblem }: Destination): string | undefined {
  const { at, kind, problem } = wire(lastProblem);
  if (typeof at !== 'string') return undefined;
  return `${kind === 'test' ? 'test' : 'message'} failed ${moment(at)}: ${text(problem)}`;
}

/** What fails or is probably wrong; empty if nothing is. */
const troubleOf = (one: Destination): readonly (readonly [string, string])[] => {
  const { pausedReason } = one;
  const problem = problemText(one);
  const silent = wires(one.addresses).filter(({ state }) => state !== 'confirmed').length;
  return [
    ...(typeof pausedReason === 'string' ? [['because', pausedReason] as const] : []),
    ...(problem === undefined ? [] : [['problem', problem] as const]),
    ...(silent === 0
      ? []
      : [['email', `${silent} of ${wires(one.addresses).length} addresses not confirmed`] as const]),
    ...texts(one.warnings).map((warning) => ['warning', warning] as const),
  ];
};

/** Settings that their value does not explain. */
const WORDS: Readonly<Record<string, string>> = { chatId: 'chat ', threadId: 'thread ', topic: 'topic ' };

/** What it sends to: its settings, and what may be shown of its secrets. */
export function targetOf({ config, secret }: Destination): string {
  const settings = Object.entries(wire(config)).map(([name, value]) => {
    if (!Array.isArray(value)) return `${WORDS[name] ?? ''}${text(value)}`;
    return value.length === 0 ? 'no address' : value.join(', ');
  });
  const shown = typeof secret === 'string' ? [secret === 'set' ? 'token set' : secret] : [];
  return [...settings, ...shown].join(', ') || '-';
}

/** `ada@example.com confirmed`, of each email address. */
const addressesOf = (one: Destination): readonly string[] =>
  wires(one.addresses).map(({ address, state, until }) => {
    const late = typeof until === 'string' ? ` (gets alerts until ${moment(until)})` : '';
    return `${text(address)} ${text(state)}${late}`;
  });

/** Columns of lists of destinations. */
export const DESTINATION_COLUMNS: readonly WireColumn<Destination>[] = [
  { title: 'DESTINATION', isWhole: true, read: ({ id }) => text(id) },
  { title: 'NAME', read: ({ name }) => text(name, 40) },
  { title: 'KIND', read: ({ kind }) => text(kind) },
  { title: 'TO', read: (row) => text(targetOf(row), 60) },
  { title: 'RULES', align: 'right', read: ({ rules }) => number(rules) },
  { title: 'STATE', read: stateOf },
  { title: 'LAST SENT', read: ({ lastSentAt }) => moment(lastSentAt) },
  { title: 'PROBLEM', read: (row) => text(troubleOf(row)[0]?.[1] ?? NOTHING, 80) },
];

function quietText(quiet: unknown): string {
  const { timeZone, from, to, days } = wire(quiet);
  if (typeof from !== 'string') return 'none';
  return `${text(from)}-${text(to)} ${text(timeZone)}${Array.isArray(days) ? ` on days ${days.join(',')}` : ''}`;
}

const TWO_SECRETS =
  'with the new and the previous secret; to remove the previous one: sluice alerts destinations unrotate';

/** Formats a destination; a signing secret that was just made is shown with a note. */
export function describeDestination(one: Destination, style: Style): string {
  const { signingSecrets } = one;
  const { signingSecret } = wire(one);
  return facts(
    [
      ['destination', text(one.id)],
      ['name', text(one.name)],
      ['kind', text(one.kind)],
      ['to', targetOf(one)],
      ...addressesOf(one).map((line) => ['address', line] as const),
      ['state', stateOf(one)],
      ...troubleOf(one),
      ['rules', number(one.rules)],
      ['per hour', number(one.hourlyLimit)],
      ['quiet hours', quietText(one.quietHours)],
      ['last sent', moment(one.lastSentAt)],
      ...(typeof signingSecrets === 'number' && signingSecrets > 1 ? [['signing', TWO_SECRETS] as const] : []),
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
