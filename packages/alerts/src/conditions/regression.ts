import { text } from '../words/details.js';
import type { IssueKind } from './condition.js';

/** A resolved issue occurred again. */
export const regression: IssueKind = {
  kind: 'regression',
  about: 'issue',
  reads: 'signals',
  label: 'Regression',
  title: 'Regression',
  plural: 'regressions',
  fields: {},
  reason: (details) => {
    const after = text(details, 'resolvedIn');
    const release = text(details, 'release');
    return `It was resolved${after === '' ? '' : ` in ${after}`} and occurred again${release === '' ? '' : ` in ${release}`}.`;
  },
};
