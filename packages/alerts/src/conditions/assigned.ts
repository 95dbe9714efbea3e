import { text } from '../words/details.js';
import { issueKind } from './condition.js';

/** An issue was assigned to a member, who is the only recipient of a destination with the audience `assignee`. */
export const assigned = issueKind({
  kind: 'assigned',
  about: 'issue',
  reads: 'signals',
  choice: 'An issue is assigned',
  hint: 'Choose the destination that reaches the assignee.',
  label: 'Assigned',
  title: 'Assigned to you',
  plural: 'issues assigned to you',
  fields: {},
  // Filters look at events; an assignment has none.
  filters: [],
  reason: (details) => {
    const by = text(details, 'by');
    return by === '' ? 'The issue was assigned to you.' : `${by} assigned the issue to you.`;
  },
  inHistory: (details) => {
    const by = text(details, 'by');
    return { title: 'Assigned', reason: by === '' ? 'The issue was assigned.' : `${by} assigned the issue.` };
  },
});
