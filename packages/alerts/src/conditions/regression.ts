import { text } from '../words/details.js';
import { issueKind } from './condition.js';

/** A resolved issue occurred again. */
export const regression = issueKind({
  kind: 'regression',
  about: 'issue',
  reads: 'signals',
  choice: 'A resolved issue is back',
  hint: 'It occurs again in a release that should contain the fix.',
  label: 'Regression',
  title: 'Regression',
  plural: 'regressions',
  fields: {},
  reason: (details) => {
    const after = text(details, 'resolvedIn');
    const release = text(details, 'release');
    return `It was resolved${after === '' ? '' : ` in ${after}`} and occurred again${release === '' ? '' : ` in ${release}`}.`;
  },
});
