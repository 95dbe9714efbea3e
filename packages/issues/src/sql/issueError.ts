/** Why a change of an issue was rejected. */
export type IssueErrorCode = 'not_found' | 'merged' | 'not_a_member' | 'invalid';

/** A change of an issue that is not possible. The message says what to do. */
export class IssueError extends Error {
  override readonly name = 'IssueError';
  constructor(
    readonly code: IssueErrorCode,
    message: string,
  ) {
    super(message);
  }
}
