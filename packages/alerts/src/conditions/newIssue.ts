import type { IssueKind } from './condition.js';

/** An issue was never seen before. */
export const newIssue: IssueKind = {
  kind: 'new_issue',
  about: 'issue',
  reads: 'signals',
  label: 'New issue',
  title: 'New issue',
  plural: 'new issues',
  fields: {},
  reason: () => 'Never seen before.',
};
