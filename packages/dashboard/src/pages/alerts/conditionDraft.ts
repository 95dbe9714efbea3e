import type { Condition, ConditionKind, ConditionOf } from './alertTypes';
import { joinPairs, readPairs } from './pairText';

/** A condition as a form has it: fields of all kinds, so that a change of the kind keeps what they share. Numbers are text. */
export interface ConditionDraft {
  /** Names the condition while the form is open. */
  readonly key: string;
  readonly kind: ConditionKind;
  /** `issue_rate`. */
  readonly rateMeasure: 'events' | 'users';
  readonly above: string;
  /** `issue_trend`. */
  readonly factor: string;
  readonly floor: string;
  /** Series. */
  readonly direction: 'above' | 'below';
  readonly threshold: string;
  readonly windowMinutes: string;
  readonly forMinutes: string;
  readonly environment: string;
  /** `endpoint`: the root span; `metric`: the metric. */
  readonly name: string;
  readonly endpointMeasure: 'p95' | 'error_rate';
  readonly statistic: ConditionOf<'metric'>['statistic'];
  /** `log_rate`. */
  readonly levels: readonly LogLevel[];
  readonly text: string;
  /** `name=value`, one per line. */
  readonly attributes: string;
  /** `drops`. */
  readonly of: ConditionOf<'drops'>['of'];
}

/** A level of logs. */
export type LogLevel = NonNullable<ConditionOf<'log_rate'>['query']['levels']>[number];

const EMPTY: Omit<ConditionDraft, 'key' | 'kind'> = {
  rateMeasure: 'users',
  above: '100',
  factor: '3',
  floor: '50',
  direction: 'above',
  threshold: '',
  windowMinutes: '5',
  forMinutes: '5',
  environment: '',
  name: '',
  endpointMeasure: 'p95',
  statistic: 'avg',
  levels: [],
  text: '',
  attributes: '',
  of: [],
};

/** Returns a condition of a kind with its fields at their defaults. */
export const newCondition = (key: string, kind: ConditionKind): ConditionDraft => ({ ...EMPTY, key, kind });

/** Returns the form of a condition. */
export function conditionToDraft(key: string, condition: Condition): ConditionDraft {
  const draft = newCondition(key, condition.kind);
  switch (condition.kind) {
    case 'issue_rate':
      return {
        ...draft,
        rateMeasure: condition.measure,
        above: String(condition.above),
        windowMinutes: String(condition.windowMinutes),
      };
    case 'issue_trend':
      return { ...draft, factor: String(condition.factor), floor: String(condition.floor) };
    case 'endpoint':
      return { ...draft, ...boundsOf(condition), name: condition.name, endpointMeasure: condition.measure };
    case 'metric':
      return { ...draft, ...boundsOf(condition), name: condition.name, statistic: condition.statistic };
    case 'log_rate': {
      const { levels = [], text = '', attributes = {}, environment } = condition.query;
      return { ...draft, ...boundsOf({ ...condition, environment }), levels, text, attributes: joinPairs(attributes) };
    }
    case 'drops':
      return { ...draft, of: condition.of };
    default:
      return draft;
  }
}

type Bounds = Pick<ConditionOf<'metric'>, 'direction' | 'threshold' | 'windowMinutes' | 'forMinutes' | 'environment'>;

const boundsOf = ({ direction, threshold, windowMinutes, forMinutes, environment }: Bounds) => ({
  direction,
  threshold: String(threshold),
  environment: environment ?? '',
  windowMinutes: String(windowMinutes),
  forMinutes: String(forMinutes),
});

/** What is typed as a number. An empty field is NaN, which becomes null on the wire: the API names the field that it refuses. */
const numberOf = (typed: string): number => (typed.trim() === '' ? Number.NaN : Number(typed));

const given = (name: string, typed: string): Record<string, string> =>
  typed.trim() === '' ? {} : { [name]: typed.trim() };

const wireBounds = ({ direction, threshold, windowMinutes, forMinutes }: ConditionDraft) => ({
  direction,
  threshold: numberOf(threshold),
  windowMinutes: numberOf(windowMinutes),
  forMinutes: numberOf(forMinutes),
});

/** Returns the condition that a form describes: only fields of its kind. */
export function conditionToWire(draft: ConditionDraft): Condition {
  const { kind, environment } = draft;
  switch (kind) {
    case 'issue_rate':
      return {
        kind,
        measure: draft.rateMeasure,
        above: numberOf(draft.above),
        windowMinutes: numberOf(draft.windowMinutes),
      };
    case 'issue_trend':
      return { kind, factor: numberOf(draft.factor), floor: numberOf(draft.floor) };
    case 'endpoint':
      return {
        kind,
        measure: draft.endpointMeasure,
        name: draft.name.trim(),
        ...wireBounds(draft),
        ...given('environment', environment),
      };
    case 'metric':
      return {
        kind,
        statistic: draft.statistic,
        name: draft.name.trim(),
        ...wireBounds(draft),
        ...given('environment', environment),
      };
    case 'log_rate':
      return { kind, ...wireBounds(draft), query: queryOf(draft) };
    case 'drops':
      return { kind, of: [...draft.of] };
    default:
      return { kind };
  }
}

function queryOf({ levels, text, attributes, environment }: ConditionDraft): ConditionOf<'log_rate'>['query'] {
  const pairs = Object.fromEntries(readPairs(attributes).map(({ key, value }) => [key, value]));
  return {
    ...(levels.length === 0 ? {} : { levels: [...levels] }),
    ...given('text', text),
    ...(Object.keys(pairs).length === 0 ? {} : { attributes: pairs }),
    ...given('environment', environment),
  };
}
