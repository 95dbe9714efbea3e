import { above, asked, countFrom } from '../fields/field.js';
import { counted, number } from '../words/details.js';
import { amountText } from '../words/sentences.js';
import { issueKind } from './condition.js';

/** Whether the events of an hour are far above those of the busiest same hour of the seven days before. */
export const isRising = (
  count: number,
  busiest: number,
  { factor, floor }: { readonly factor: number; readonly floor: number },
): boolean => count >= floor && count > factor * busiest;

/** This hour has far more events of an issue than the busiest same hour of the last seven days. */
export const issueTrend = issueKind({
  kind: 'issue_trend',
  about: 'issue',
  reads: 'counts',
  description:
    'This hour has more than `factor` times the events of the busiest same hour of the last seven days, and at least `floor`.',
  choice: 'An issue is rising',
  hint: 'This hour is compared with the busiest same hour of the last seven days, so noon is compared with noon.',
  label: 'Trend',
  title: 'Rising issue',
  plural: 'rising issues',
  fields: {
    factor: asked(above(1), { label: 'More than … times', min: 1, start: '3' }),
    floor: asked(countFrom(1), { label: 'And at least … events', min: 1, start: '50' }),
  },
  filters: ['levels', 'environments'],
  when: ({ factor, floor }) =>
    `an issue has more than ${amountText(factor)} times the events of the busiest same hour of the last seven days, and at least ${amountText(floor)}`,
  reason: (details) =>
    `It had ${counted(details, 'event', 'value')} within the hour; the busiest same hour of the seven days before had ${number(details, 'baseline')}.`,
});
