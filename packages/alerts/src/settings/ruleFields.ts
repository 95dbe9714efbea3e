import type { AlertCondition, AlertFilters } from '@sluice/contract';
import { TenancyError } from '@sluice/db';
import { isSeriesCondition } from '../conditions/conditions.js';
import { DROPS } from '../drops/drops.js';
import { areConditions, conditionProblems } from './conditionProblems.js';
import { line, listOf, whole, type FieldRule } from '../fieldRules.js';
import { areFilters, costlyFilterProblems, filterProblems, unusedFilterProblems } from './filterProblems.js';

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

const DAY_SECONDS = 86_400;
/** Bounds of a rule in seconds. */
const MAX_COOLDOWN_SECONDS = 7 * DAY_SECONDS;
/** Longest digest of a rule in seconds. */
const MAX_DIGEST_SECONDS = DAY_SECONDS;

const MAX_DESTINATIONS = 50;
const MAX_EXCEPTIONS = 1_000;

const text: FieldRule = { expectation: 'a text', accepts: (value) => typeof value === 'string' };

const SIMPLE: Readonly<Record<string, FieldRule>> = {
  name: line(200),
  enabled: { expectation: 'true or false', accepts: (value) => typeof value === 'boolean' },
  destinationIds: listOf('ids of destinations', text, MAX_DESTINATIONS),
  exceptProjects: listOf('slugs of projects', text, MAX_EXCEPTIONS),
  cooldownSeconds: whole(0, MAX_COOLDOWN_SECONDS, 'seconds'),
  digestSeconds: whole(0, MAX_DIGEST_SECONDS, 'seconds'),
  mutedUntil: { expectation: 'a time or null', accepts: (value) => value === null || value instanceof Date },
};

/**
 * Returns the fields of a rule. @param isOfProject whether the rule belongs to one project @param before its stored filters
 * @throws TenancyError `invalid`: one line with every problem, each of which begins with the path of its field
 */
export function readRuleFields(input: AlertRuleInput, isOfProject: boolean, before?: AlertFilters): AlertRuleFields {
  const { conditions, filters } = input;
  const problems = [
    ...Object.entries(SIMPLE).flatMap(([name, { accepts, expectation }]) =>
      accepts(input[name as keyof AlertRuleFields]) ? [] : [`${name}: must be ${expectation}`],
    ),
    ...conditionProblems(conditions),
    ...filterProblems(filters),
    ...(areFilters(filters) ? costlyFilterProblems(filters, before) : []),
    ...scopeProblems(input, isOfProject),
    ...unusedFilterProblems(conditions, filters),
  ];
  if (problems.length > 0 || !areConditions(conditions) || !areFilters(filters)) {
    throw new TenancyError('invalid', problems.join('; '));
  }
  // The rules above check the types of the other fields.
  return { ...input, conditions, filters } as AlertRuleFields;
}

/** A series belongs to a project, some drops to an organization; only a rule of the organization has exceptions. */
function scopeProblems({ conditions, exceptProjects }: AlertRuleInput, isOfProject: boolean): readonly string[] {
  if (isOfProject) {
    const hasExceptions = Array.isArray(exceptProjects) && exceptProjects.length > 0;
    return [
      ...(hasExceptions ? ['exceptProjects: must be empty for a rule of a project'] : []),
      ...(areConditions(conditions) ? conditions.flatMap(organizationDropProblems) : []),
    ];
  }
  if (!areConditions(conditions)) return [];
  return conditions.flatMap((condition, index) =>
    isSeriesCondition(condition)
      ? [`conditions[${index}].kind: "${condition.kind}" needs a rule of a project, because a series belongs to one`]
      : [],
  );
}

const organizationDropProblems = (condition: AlertCondition, index: number): readonly string[] =>
  condition.kind === 'drops'
    ? ORGANIZATION_DROPS.filter((kind) => condition.of.includes(kind)).map(
        (kind) =>
          `conditions[${index}].of: "${kind}" needs a rule of the organization, because it concerns all of its projects`,
      )
    : [];

const ORGANIZATION_DROPS = DROPS.filter((drop) => drop.isOfOrganization === true).map(({ kind }) => kind);
