import { IssueError } from '@sluice/issues';
import { ApiError, notFound } from '@sluice/management';

/** Runs a change of an issue and converts an `IssueError` to an `ApiError`: 400 `not_a_member`, 404, 409 `merged` or 422 `invalid_body`. */
export async function withIssueErrors<T>(change: () => Promise<T>): Promise<T> {
  try {
    return await change();
  } catch (error) {
    if (!(error instanceof IssueError)) throw error;
    switch (error.code) {
      case 'not_found':
        throw notFound('issue');
      case 'merged':
        throw new ApiError(409, 'merged', error.message);
      case 'not_a_member':
        throw new ApiError(400, 'not_a_member', error.message);
      case 'invalid':
        throw new ApiError(422, 'invalid_body', error.message);
    }
  }
}
