import type { CallParts } from '../../api/callApi';
import type { Rule } from './alertTypes';
import { conditionToDraft, conditionToWire, type ConditionDraft } from './conditionDraft';
import { filtersToDraft, filtersToWire, type FiltersDraft } from './filtersDraft';
import { conditionsOf, type RuleTemplate } from './ruleTemplates';

/** A rule as a form has it. */
export interface RuleDraft {
  readonly name: string;
  readonly enabled: boolean;
  readonly conditions: readonly ConditionDraft[];
  readonly filters: FiltersDraft;
  readonly destinationIds: readonly string[];
  readonly cooldownSeconds: number;
  readonly digestSeconds: number;
  /** ISO 8601; null: not muted. */
  readonly mutedUntil: string | null;
}

/** What a part of the form gets. */
export interface RulePartProps {
  readonly draft: RuleDraft;
  readonly set: (patch: Partial<RuleDraft>) => void;
  /** What the API refused, by the path of the field. */
  readonly problems: Readonly<Record<string, string | undefined>>;
}

/** What the API takes. */
export type RuleBody = NonNullable<CallParts<'POST /api/0/projects/{org}/{project}/alerts/rules'>['body']>;

/** The number of drafts so far: names them while the form is open. */
let lastKey = 0;

/** Returns a key for a condition of the form: it can move or be removed, and its fields keep their focus. */
export const nextKey = (): string => `condition ${(lastKey += 1)}`;

/** Returns the form of a rule. */
export const ruleToDraft = (rule: Rule): RuleDraft => ({
  name: rule.name,
  enabled: rule.enabled,
  destinationIds: rule.destinationIds,
  mutedUntil: rule.mutedUntil,
  cooldownSeconds: rule.cooldownSeconds,
  digestSeconds: rule.digestSeconds,
  conditions: rule.conditions.map((condition) => conditionToDraft(nextKey(), condition)),
  filters: filtersToDraft(rule.filters),
});

/** Returns the form of a new rule. */
export const templateToDraft = (template: RuleTemplate, isOfProject: boolean): RuleDraft => ({
  name: template.name,
  enabled: true,
  destinationIds: [],
  mutedUntil: null,
  cooldownSeconds: template.cooldownSeconds,
  digestSeconds: 0,
  conditions: conditionsOf(template, isOfProject).map((condition) => conditionToDraft(nextKey(), condition)),
  filters: filtersToDraft({}),
});

/** What a form describes. A field that is empty or no number is NaN, which the API refuses by its name. */
type DraftedRule = Pick<
  Rule,
  'name' | 'enabled' | 'conditions' | 'filters' | 'destinationIds' | 'cooldownSeconds' | 'digestSeconds' | 'mutedUntil'
>;

/** Returns what a form describes. */
export const draftToRule = ({ conditions, filters, destinationIds, name, ...rest }: RuleDraft): DraftedRule => ({
  ...rest,
  name: name.trim(),
  destinationIds: [...destinationIds],
  conditions: conditions.map(conditionToWire),
  filters: filtersToWire(filters),
});

/** Returns what the API takes of a form. */
export function draftToBody(draft: RuleDraft): RuleBody {
  const { conditions, filters, ...rest } = draftToRule(draft);
  return { ...rest, conditions: conditions.map((condition) => ({ ...condition })), filters: { ...filters } };
}
