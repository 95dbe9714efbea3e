import { asked, countFrom, word } from '../fields/field.js';
import { counted, number, text } from '../words/details.js';
import { amountText, spanText } from '../words/sentences.js';
import { issueKind } from './condition.js';
import { windowMinutes } from './fields.js';

/** More than a number of events or users of an issue in a window. */
export const issueRate = issueKind({
  kind: 'issue_rate',
  about: 'issue',
  reads: 'counts',
  description: 'More than `above` events or users of an issue in the last `windowMinutes`.',
  choice: 'An issue is frequent',
  label: 'Issue rate',
  title: 'Frequent issue',
  plural: 'frequent issues',
  fields: {
    measure: asked(word('events', 'users'), { label: 'Count', start: 'users' }),
    above: asked(countFrom(0), { label: 'More than', min: 0, start: '100' }),
    windowMinutes: asked(windowMinutes, { label: 'In the last … minutes', min: 1, start: '5' }),
  },
  order: ['above', 'measure', 'windowMinutes'],
  filters: ['levels', 'environments'],
  when: ({ measure, above, windowMinutes: window }) =>
    `an issue has more than ${amountText(above)} ${measure} in ${spanText(window)}`,
  reason: (details) => {
    // `1 event`, `12 users`: the measure is stored in the plural.
    const value = counted(details, text(details, 'measure').replace(/s$/, ''), 'value');
    const window = details['windowMinutes'] === 1 ? 'minute' : `${number(details, 'windowMinutes')} minutes`;
    return `It had ${value} in the last ${window}; the limit is ${number(details, 'threshold')}.`;
  },
});
