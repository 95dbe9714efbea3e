import { text } from '../words/details.js';
import { issueKind } from './condition.js';

/** An ignored issue reached its limit of events, users or time. */
export const ignoreEnded = issueKind({
  kind: 'ignore_ended',
  about: 'issue',
  reads: 'signals',
  choice: 'An ignored issue reaches its limit',
  hint: 'It reaches the events, users or time until which it was ignored.',
  label: 'Ignoring ended',
  title: 'Ignored issue is back',
  plural: 'ignored issues are back',
  fields: {},
  reason: (details) => {
    const by = text(details, 'by');
    if (by === 'time') return 'The time until which it was ignored is over.';
    return `It reached the number of ${by === 'users' ? 'users' : 'events'} at which ignoring ends.`;
  },
});
