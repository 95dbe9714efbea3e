import type { IssueRateCondition } from '@sluice/contract';
import { word, whole } from '../fieldRules.js';
import { counted, number, text } from '../words/details.js';
import type { IssueKind } from './condition.js';
import { MAX_COUNT, windowMinutes } from './fields.js';

/** More than a number of events or users of an issue in a window. */
export const issueRate: IssueKind<IssueRateCondition> = {
  kind: 'issue_rate',
  about: 'issue',
  reads: 'counts',
  label: 'Issue rate',
  title: 'Issue is frequent',
  plural: 'issues are frequent',
  fields: { measure: word('events', 'users'), above: whole(0, MAX_COUNT), windowMinutes },
  filters: ['levels', 'environments'],
  reason: (details) => {
    // `1 event`, `12 users`: the measure is stored in the plural.
    const value = counted(details, text(details, 'measure').replace(/s$/, ''), 'value');
    const window = details['windowMinutes'] === 1 ? 'minute' : `${number(details, 'windowMinutes')} minutes`;
    return `It had ${value} in the last ${window}; the limit is ${number(details, 'threshold')}.`;
  },
};
