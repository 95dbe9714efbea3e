import { DAY_MS, MINUTE_MS } from '@sluice/contract';
import { asked, described, line, optional, whole, word, type Field, type FieldsValue } from '../fields/field.js';
import { amountText, durationText, spanText } from '../words/sentences.js';

const DAY_MINUTES = DAY_MS / MINUTE_MS;

/** The longest name of an endpoint, metric, attribute or environment. */
export const LONGEST_NAME = 250;

/** The window of a condition. */
export const windowMinutes = whole(1, DAY_MINUTES, 'minutes');

/** The environment that events are of. */
export const environment = asked(optional(line(LONGEST_NAME)), { label: 'Environment', placeholder: 'all' });

/** The metric that a condition reads. */
export const metricName = asked(line(LONGEST_NAME), {
  label: 'Metric',
  hint: 'The exact name of the metric.',
  placeholder: 'checkout.total',
  suggests: 'metrics',
});

/** Fields of every condition about a series. @param threshold what its value is compared with */
export const bounds = (threshold: Field<number>) => ({
  direction: asked(word('above', 'below'), { label: 'Comparison' }),
  threshold,
  windowMinutes: asked(described(windowMinutes, 'Length of the window that ends with each minute.'), {
    label: 'Over … minutes',
    min: 1,
    start: '5',
  }),
  forMinutes: asked(
    described(
      whole(0, DAY_MINUTES, 'minutes'),
      'How many minutes in a row the comparison must hold before the rule fires. 0 fires at once. Recovery needs as many minutes.',
    ),
    { label: 'For … minutes in a row', min: 0, start: '5' },
  ),
});

/** {@link bounds} */
export type SeriesBounds = ReturnType<typeof bounds>;

/** Inputs of {@link bounds}, in the order of a form. */
export const BOUNDS = ['direction', 'threshold', 'windowMinutes', 'forMinutes', 'environment'] as const;

/** Below the fields of a form. */
export const SERIES_HINT =
  'Checked every minute. The rule recovers after the comparison has been false for the same number of minutes. With 0 minutes, it fires at once.';

/** ` is above 5 % over 5 min for 10 min` @param unit ` %` */
export const comparisonText = (
  { direction, threshold, windowMinutes: window, forMinutes }: FieldsValue<SeriesBounds>,
  unit = '',
): string => ` is ${direction} ${amountText(threshold)}${unit} over ${spanText(window)}${durationText(forMinutes)}`;
