import type { AnswerOf } from '../../../client/operation.js';
import { moment, text, texts, wire, wires } from '../../../output/cells.js';
import type { Style } from '../../../output/style.js';
import { facts } from '../../../output/table.js';
import type { WireColumn } from '../../../output/wireTable.js';
import { durationText } from '../../../output/words.js';
import { conditionText } from '../conditionText.js';

/** A rule in responses. */
type Rule = AnswerOf<'GET /api/0/projects/{org}/{project}/alerts/rules/{ruleId}'>;

const scopeOf = ({ project }: Rule): string => (project === null ? 'all projects' : text(project));

function stateOf({ enabled, excluded, mutedUntil }: Rule): string {
  if (enabled === false) return 'off';
  if (excluded === true) return 'excluded';
  return typeof mutedUntil === 'string' && Date.parse(mutedUntil) > Date.now()
    ? `muted until ${moment(mutedUntil)}`
    : 'on';
}

/** A rule without destinations only writes the history. */
const destinationsOf = ({ destinationIds }: Rule): string => {
  const ids = texts(destinationIds);
  return ids.length === 0 ? 'none' : ids.join(', ');
};

const listed = (values: readonly string[]): string => (values.length === 0 ? 'none' : values.join(', '));

const conditionsOf = ({ conditions }: Rule): readonly string[] => wires(conditions).map(conditionText);

/** Columns of lists of rules. */
export const RULE_COLUMNS: readonly WireColumn<Rule>[] = [
  { title: 'RULE', isWhole: true, read: ({ id }) => text(id) },
  { title: 'NAME', read: ({ name }) => text(name, 40) },
  { title: 'OF', read: scopeOf },
  { title: 'STATE', read: stateOf },
  { title: 'DESTINATION IDS', read: destinationsOf },
  { title: 'WHEN', read: (rule) => text(conditionsOf(rule).join('; '), 80) },
];

const span = (value: unknown): string =>
  typeof value === 'number' && value > 0 ? durationText(value * 1_000) : 'none';

function filterLines({ filters }: Rule): readonly (readonly [string, string])[] {
  return Object.entries(wire(filters)).map(([name, values]) => [
    name,
    name === 'tags'
      ? listed(wires(values).map(({ key, value }) => `${text(key)}=${text(value)}`))
      : listed(texts(values)),
  ]);
}

/** Formats a rule. */
export const describeRule = (rule: Rule, style: Style): string =>
  facts(
    [
      ['rule', text(rule.id)],
      ['name', text(rule.name)],
      ['of', scopeOf(rule)],
      ['state', stateOf(rule)],
      ...conditionsOf(rule).map((condition, index) => [index === 0 ? 'when' : 'or', condition] as const),
      ...filterLines(rule),
      ['destination ids', destinationsOf(rule)],
      ...(rule.project === null ? [['except', listed(texts(rule.exceptProjects))] as const] : []),
      ['cool-down', span(rule.cooldownSeconds)],
      ['digest', span(rule.digestSeconds)],
    ],
    style,
  );
