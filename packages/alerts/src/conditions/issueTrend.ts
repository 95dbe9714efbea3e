import type { IssueTrendCondition } from '@sluice/contract';
import { above, whole } from '../fieldRules.js';
import { counted, number } from '../words/details.js';
import type { IssueKind } from './condition.js';
import { MAX_COUNT } from './fields.js';

/** Whether the events of an hour are far above those of the busiest same hour of the week before. */
export const isRising = (count: number, busiest: number, { factor, floor }: IssueTrendCondition): boolean =>
  count >= floor && count > factor * busiest;

/** This hour has far more events of an issue than the same hours of the week before. */
export const issueTrend: IssueKind<IssueTrendCondition> = {
  kind: 'issue_trend',
  about: 'issue',
  reads: 'counts',
  label: 'Trend',
  title: 'Issue is rising',
  plural: 'issues are rising',
  fields: { factor: above(1), floor: whole(1, MAX_COUNT) },
  filters: ['levels', 'environments'],
  reason: (details) =>
    `It had ${counted(details, 'event', 'value')} this hour; the busiest same hour of the last seven days had ${number(details, 'baseline')}.`,
};
