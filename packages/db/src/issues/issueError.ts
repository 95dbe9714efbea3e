import { isEventId } from '../reading/isEventId.js';

/** Why a change of an issue was refused. */
export type IssueErrorCode = 'not_found' | 'merged' | 'invalid';

/** A change of an issue that cannot be made; `message` says what to do. */
export class IssueError extends Error {
  override readonly name = 'IssueError';
  constructor(
    readonly code: IssueErrorCode,
    message: string,
  ) {
    super(message);
  }
}

/** Throws `not_found` where one of these cannot be an issue's id. */
export function checkIssueIds(...ids: readonly string[]): void {
  const none = ids.find((id) => !isEventId(id));
  if (none !== undefined) throw new IssueError('not_found', 'There is no such issue.');
}
