import { issueKind } from './condition.js';

/** An issue was never seen before. */
export const newIssue = issueKind({
  kind: 'new_issue',
  about: 'issue',
  reads: 'signals',
  choice: 'An issue is new',
  hint: 'Its fingerprint was never seen before. Fifty new issues of one deploy are one message.',
  label: 'New issue',
  title: 'New issue',
  plural: 'new issues',
  fields: {},
  reason: () => 'Never seen before.',
});
