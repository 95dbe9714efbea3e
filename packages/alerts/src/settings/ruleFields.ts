import { DAY_MS, globListProblem, isObject } from '@sluice/contract';
import { TenancyError } from '@sluice/db';
import { CONDITIONS, conditionKind, isSeriesCondition, kindOf, type AlertCondition } from '../conditions/conditions.js';
import { DROPS } from '../drops/drops.js';
import {
  group,
  line,
  listOf,
  problemsOf,
  whole,
  word,
  type Field,
  type FieldRule,
  type FieldRules,
} from '../fields/field.js';
import { FILTERS, type AlertFilters } from '../fields/filters.js';

/** What people set of a rule. */
export interface AlertRuleFields {
  readonly name: string;
  readonly enabled: boolean;
  readonly conditions: readonly AlertCondition[];
  readonly filters: AlertFilters;
  readonly destinationIds: readonly string[];
  /** Slugs of projects for which a rule of the organization does not apply. */
  readonly exceptProjects: readonly string[];
  readonly cooldownSeconds: number;
  readonly digestSeconds: number;
  readonly mutedUntil: Date | null;
}

/** The fields of a rule as a client sent them; missing ones keep their value. */
export type AlertRuleInput = { readonly [Name in keyof AlertRuleFields]?: unknown };

/** The fields of a new rule that the client did not set. `name` and `conditions` have no default. */
export const NEW_RULE: AlertRuleInput = {
  enabled: true,
  filters: {},
  destinationIds: [],
  exceptProjects: [],
  cooldownSeconds: 0,
  digestSeconds: 0,
  mutedUntil: null,
};

const DAY_SECONDS = DAY_MS / 1_000;
const MAX_COOLDOWN_SECONDS = 7 * DAY_SECONDS;
const MAX_DIGEST_SECONDS = DAY_SECONDS;
const MAX_DESTINATIONS = 50;
const MAX_EXCEPTIONS = 1_000;
const MAX_CONDITIONS = 10;

const text: Field<string> = {
  schema: { type: 'string' },
  expectation: 'a text',
  accepts: (value) => typeof value === 'string',
};

function conditionProblems(condition: unknown, path: string): readonly string[] {
  if (!isObject(condition)) return [`${path}: must be an object`];
  const known = conditionKind(String(condition['kind']));
  if (known === undefined) return [`${path}.kind: must be ${word(...CONDITIONS.map(({ kind }) => kind)).expectation}`];
  const { kind, fields, problems } = known;
  return [...problemsOf(condition, { kind: word(kind), ...fields }, path), ...(problems?.(condition, path) ?? [])];
}

const conditionsAt = (value: unknown, path: string): readonly string[] =>
  Array.isArray(value) && value.length > 0 && value.length <= MAX_CONDITIONS
    ? value.flatMap((condition: unknown, index) => conditionProblems(condition, `${path}[${index}]`))
    : [`${path}: must be a list of 1 to ${MAX_CONDITIONS} conditions`];

const conditionList: FieldRule = {
  expectation: 'conditions',
  accepts: (value) => conditionsAt(value, '').length === 0,
  problemsAt: conditionsAt,
};
const filters = group(FILTERS, 'an object');

const areConditions = (value: unknown): value is readonly AlertCondition[] => conditionList.accepts(value);
const areFilters = (value: unknown): value is AlertFilters => filters.accepts(value);

const RULE: FieldRules = {
  name: line(200),
  enabled: { expectation: 'true or false', accepts: (value) => typeof value === 'boolean' },
  destinationIds: listOf('ids of destinations', text, MAX_DESTINATIONS),
  exceptProjects: listOf('slugs of projects', text, MAX_EXCEPTIONS),
  cooldownSeconds: whole(0, MAX_COOLDOWN_SECONDS, 'seconds'),
  digestSeconds: whole(0, MAX_DIGEST_SECONDS, 'seconds'),
  mutedUntil: { expectation: 'a time or null', accepts: (value) => value === null || value instanceof Date },
  conditions: conditionList,
  filters,
};

/**
 * Returns the fields of a rule. @param isOfProject whether the rule belongs to one project @param before its stored filters
 * @throws TenancyError `invalid`: one line with every problem, each of which begins with the path of its field
 */
export function readRuleFields(input: AlertRuleInput, isOfProject: boolean, before?: AlertFilters): AlertRuleFields {
  const { conditions, filters: given } = input;
  const problems = [
    ...problemsOf(input, RULE, ''),
    ...(areFilters(given) ? costlyFilterProblems(given, before) : []),
    ...exceptionProblems(input, isOfProject),
    ...(areConditions(conditions) ? conditions.flatMap(isOfProject ? organizationProblems : projectProblems) : []),
    ...(areConditions(conditions) && areFilters(given) ? unusedFilterProblems(conditions, given) : []),
  ];
  if (problems.length > 0 || !areConditions(conditions) || !areFilters(given)) {
    throw new TenancyError('invalid', problems.join('; '));
  }
  // The rules above check the types of the other fields.
  return { ...input, conditions, filters: given } as AlertRuleFields;
}

/** Returns a problem for each list of patterns that costs too much to match, except those that are stored. */
const costlyFilterProblems = (given: AlertFilters, before: AlertFilters = {}): readonly string[] =>
  (['environments', 'releases', 'urls'] as const).flatMap((name) => {
    if (JSON.stringify(given[name]) === JSON.stringify(before[name])) return [];
    const problem = globListProblem(given[name] ?? []);
    return problem === undefined ? [] : [`filters.${name}${problem}`];
  });

/** Returns a problem for each filter that a condition of the rule would ignore. */
function unusedFilterProblems(conditions: readonly AlertCondition[], given: AlertFilters): readonly string[] {
  const set = (Object.keys(given) as (keyof AlertFilters)[]).filter((name) => (given[name]?.length ?? 0) > 0);
  return conditions.flatMap((condition, index) => {
    const { kind, filters: used = set } = kindOf(condition);
    const unused = set.filter((name) => !used.includes(name));
    return unused.map(
      (name) => `filters.${name}: does not apply to conditions[${index}] of the kind "${kind}"; use a separate rule`,
    );
  });
}

const exceptionProblems = ({ exceptProjects }: AlertRuleInput, isOfProject: boolean): readonly string[] =>
  isOfProject && Array.isArray(exceptProjects) && exceptProjects.length > 0
    ? ['exceptProjects: must be empty for a rule of a project']
    : [];

/** A series belongs to a project. */
const projectProblems = (condition: AlertCondition, index: number): readonly string[] =>
  isSeriesCondition(condition)
    ? [`conditions[${index}].kind: "${condition.kind}" needs a rule of a project, because a series belongs to one`]
    : [];

/** Some drops concern an organization. */
const organizationProblems = (condition: AlertCondition, index: number): readonly string[] =>
  condition.kind === 'drops'
    ? ORGANIZATION_DROPS.filter((kind) => condition.of.includes(kind)).map(
        (kind) =>
          `conditions[${index}].of: "${kind}" needs a rule of the organization, because it concerns all of its projects`,
      )
    : [];

const ORGANIZATION_DROPS = DROPS.filter((drop) => drop.isOfOrganization === true).map(({ kind }) => kind);
