import { issueKind } from './condition.js';

/** An issue was never seen before. */
export const newIssue = issueKind({
  kind: 'new_issue',
  about: 'issue',
  reads: 'signals',
  choice: 'An issue is new',
  hint: 'Its fingerprint has never been seen before. The new issues of one deploy arrive in one message.',
  label: 'New issue',
  title: 'New issue',
  plural: 'new issues',
  fields: {},
  reason: () => 'The issue has never been seen before.',
});
