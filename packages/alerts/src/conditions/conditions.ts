import { objectSchema, word, type Fields, type FieldsValue, type JsonSchema } from '../fields/field.js';
import { assigned } from './assigned.js';
import type { DropsKind, IssueKind, SeriesKind } from './condition.js';
import { drops } from './drops.js';
import { endpoint } from './endpoint.js';
import { ignoreEnded } from './ignoreEnded.js';
import { issueRate } from './issueRate.js';
import { issueTrend } from './issueTrend.js';
import { logRate } from './logRate.js';
import { metric } from './metric.js';
import { newIssue } from './newIssue.js';
import { regression } from './regression.js';

/** A kind of condition; its functions get conditions of this kind. */
export type ConditionKind = IssueKind | SeriesKind | DropsKind;

/** What fires a rule, in the order of forms and of the documentation. A kind is described by its own file only. */
const ALL = [
  newIssue,
  regression,
  ignoreEnded,
  assigned,
  issueRate,
  issueTrend,
  logRate,
  endpoint,
  metric,
  drops,
] as const;

type Kinds = (typeof ALL)[number];
type ConditionOfKind<K> = K extends { readonly kind: infer Kind; readonly fields: infer F extends Fields }
  ? { readonly kind: Kind } & FieldsValue<F>
  : never;

/** When a rule fires. */
export type AlertCondition = ConditionOfKind<Kinds>;

/** A kind of {@link AlertCondition}. */
export type AlertConditionKind = AlertCondition['kind'];

/** The conditions of a kind. */
export type ConditionOf<Kind extends AlertConditionKind> = Extract<AlertCondition, { readonly kind: Kind }>;

/** Conditions that are evaluated every minute, with a recovery. */
export type SeriesCondition = ConditionOfKind<Extract<Kinds, { readonly about: 'series' }>>;

/** {@link ALL} */
export const CONDITIONS = ALL as readonly ConditionKind[];

const BY_KIND: ReadonlyMap<string, ConditionKind> = new Map(CONDITIONS.map((one) => [one.kind, one]));

/** Returns the kind of condition with this name, or `undefined`. */
export const conditionKind = (kind: string): ConditionKind | undefined => BY_KIND.get(kind);

/** Returns the kind of a condition. */
export function kindOf({ kind }: Pick<AlertCondition, 'kind'>): ConditionKind {
  const found = conditionKind(kind);
  if (found === undefined) throw new Error(`no kind of condition is named ${kind}`);
  return found;
}

/** Whether a condition is about a series. */
export const isSeriesCondition = (condition: AlertCondition): condition is SeriesCondition =>
  conditionKind(condition.kind)?.about === 'series';

/** Returns the kind of a condition about a series. */
export const seriesKind = (condition: SeriesCondition): SeriesKind => kindOf(condition) as SeriesKind;

/** Returns what the value of a series is compared with. */
export function limitOf(condition: SeriesCondition): { readonly threshold: number; readonly unit: string } {
  const { limit, measured } = seriesKind(condition);
  return limit?.(condition) ?? { threshold: condition.threshold, unit: measured(condition).unit };
}

/** Returns when a condition holds, as the end of "when …": `an issue has more than 100 users in 1 h`. */
export function conditionText(condition: AlertCondition): string {
  const { when, choice } = kindOf(condition);
  // Its function gets conditions of its kind only.
  return (
    (when as ((one: AlertCondition) => string) | undefined)?.(condition) ??
    choice.charAt(0).toLowerCase() + choice.slice(1)
  );
}

const WITHOUT_FIELDS =
  'About one issue. `assigned` also fires for destinations with the audience `assignee`, which reach only that member.';

/** JSON Schemas of conditions, for the documentation: one for all kinds without fields, and one for each of the others. */
export function conditionSchemas(): readonly JsonSchema[] {
  const isBare = ({ fields }: ConditionKind): boolean => Object.keys(fields).length === 0;
  const bare = CONDITIONS.filter(isBare).map(({ kind }) => kind);
  return [
    { ...objectSchema({ kind: word(...bare) }), description: WITHOUT_FIELDS },
    ...CONDITIONS.filter((kind) => !isBare(kind)).map(({ kind, fields, description }) => ({
      ...objectSchema({ kind: word(kind), ...fields }),
      description,
    })),
  ];
}
