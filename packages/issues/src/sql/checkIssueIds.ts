import { isEventId } from '@sluice/reading';
import { IssueError } from './issueError.js';

/** Checks the form of issue ids. @throws IssueError `not_found` if one cannot be an issue's id */
export function checkIssueIds(...ids: readonly string[]): void {
  const none = ids.find((id) => !isEventId(id));
  if (none !== undefined) throw new IssueError('not_found', 'There is no such issue.');
}
