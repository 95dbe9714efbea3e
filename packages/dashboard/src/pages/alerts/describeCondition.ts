import { joinWords } from '../../lib/joinWords';
import type { Condition, ConditionOf } from './alertTypes';
import { DROP_KINDS, DROP_NAMES } from './dropNames';

/** What a form does not know yet is an ellipsis. */
const number = (value: number): string =>
  Number.isFinite(value) ? value.toLocaleString('en-US', { maximumFractionDigits: 6 }) : '…';

const named = (name: string): string => (name === '' ? '…' : name);

/** `5 min`, `1 h`, `36 h`, of minutes. */
export const formatSpan = (minutes: number): string =>
  minutes >= 60 && minutes % 60 === 0 ? `${number(minutes / 60)} h` : `${number(minutes)} min`;

/** Returns when a condition holds, as the end of "when …": `an issue has more than 100 users in 1 h`. */
export function describeCondition(condition: Condition): string {
  switch (condition.kind) {
    case 'new_issue':
      return 'an issue is new';
    case 'regression':
      return 'a resolved issue is back';
    case 'ignore_ended':
      return 'an ignored issue reaches its limit';
    case 'assigned':
      return 'an issue is assigned';
    case 'issue_rate':
      return `an issue has more than ${number(condition.above)} ${condition.measure} in ${formatSpan(condition.windowMinutes)}`;
    case 'issue_trend':
      return `an issue has more than ${number(condition.factor)} times the events of the same hours of last week, and at least ${number(condition.floor)}`;
    case 'log_rate':
      return describeLogRate(condition);
    case 'endpoint':
      return describeSeries(
        condition.measure === 'p95'
          ? `the p95 of ${named(condition.name)}`
          : `the error rate of ${named(condition.name)}`,
        condition,
        condition.measure === 'p95' ? ' ms' : ' %',
      );
    case 'metric':
      return describeSeries(`the ${condition.statistic} of ${named(condition.name)}`, condition, '');
    case 'drops':
      return describeDrops(condition);
  }
}

const durationText = (minutes: number): string => (minutes === 0 ? '' : ` for ${formatSpan(minutes)}`);

const placeText = (environment: string | undefined): string => (environment === undefined ? '' : ` in ${environment}`);

function describeSeries(
  what: string,
  condition: ConditionOf<'endpoint'> | ConditionOf<'metric'>,
  unit: string,
): string {
  const { direction, threshold, windowMinutes, forMinutes, environment } = condition;
  return `${what}${placeText(environment)} is ${direction} ${number(threshold)}${unit} over ${formatSpan(windowMinutes)}${durationText(forMinutes)}`;
}

function describeLogRate({ direction, threshold, windowMinutes, forMinutes, query }: ConditionOf<'log_rate'>): string {
  const { levels = [], text, attributes = {}, environment } = query;
  const parts = [
    ...(levels.length === 0 ? [] : [`of level ${joinWords(levels, 'or')}`]),
    ...(text === undefined ? [] : [`with “${text}”`]),
    ...Object.entries(attributes).map(([name, value]) => `with ${name}=${value}`),
  ];
  const most = `${direction === 'above' ? 'more' : 'fewer'} than ${number(threshold)} ${threshold === 1 ? 'log' : 'logs'}`;
  return `there are ${[most, ...parts].join(' ')}${placeText(environment)} in ${formatSpan(windowMinutes)}${durationText(forMinutes)}`;
}

/** Names of drops that are shown; more are counted. */
const MOST_NAMES = 2;

function describeDrops({ of: kinds }: ConditionOf<'drops'>): string {
  if (kinds.length === 0) return '…';
  if (kinds.length === DROP_KINDS.length) return 'something is dropped, missing or about to expire';
  // A count of one would take as much room as its name.
  const most = kinds.length === MOST_NAMES + 1 ? kinds.length : MOST_NAMES;
  const names = kinds.slice(0, most).map((kind) => DROP_NAMES[kind]);
  const rest = kinds.length - names.length;
  return joinWords(rest === 0 ? names : [...names, `one of ${rest} other drops happens`], 'or');
}
