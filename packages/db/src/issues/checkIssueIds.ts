import { isEventId } from '../reading/isEventId.js';
import { IssueError } from './issueError.js';

/** Throws `not_found` where one of these cannot be an issue's id. */
export function checkIssueIds(...ids: readonly string[]): void {
  const none = ids.find((id) => !isEventId(id));
  if (none !== undefined) throw new IssueError('not_found', 'There is no such issue.');
}
