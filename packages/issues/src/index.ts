export { changeIssues, type IssueAssignment, type IssueStatusChange, type IgnoreUntil } from './sql/changeIssues.js';
export { type IssueOccurrence } from './sql/issueOccurrence.js';
export { mergeIssues } from './sql/mergeIssues.js';
export { upsertIssues } from './sql/upsertIssues.js';
export { issueTitle } from './sql/issueTitle.js';
export { reopenIssues, type ReopenedIssue } from './sql/reopenIssues.js';
export { openIgnored } from './sql/openIgnored.js';
export { IssueError } from './sql/issueError.js';
export { unmergeIssues } from './sql/unmergeIssues.js';
export {
  type IssueComment,
  addComment,
  deleteComment,
  editComment,
  listComments,
  moderateComment,
} from './sql/comments.js';
export { type StoredChange, listChanges } from './sql/listChanges.js';
export { linkHashes } from './sql/linkHashes.js';
export { previousRelease } from './sql/releaseOrder.js';
