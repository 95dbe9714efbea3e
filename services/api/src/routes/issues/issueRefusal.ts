import { IssueError } from '@sluice/db';
import { ApiError, notFound } from '@sluice/management';

/** Runs a change of an issue; what it refuses becomes a 404, a 409 `merged` or a 422 `invalid_body`. */
export async function orRefuse<T>(change: () => Promise<T>): Promise<T> {
  try {
    return await change();
  } catch (error) {
    if (!(error instanceof IssueError)) throw error;
    switch (error.code) {
      case 'not_found':
        throw notFound('issue');
      case 'merged':
        throw new ApiError(409, 'merged', error.message);
      case 'invalid':
        throw new ApiError(422, 'invalid_body', error.message);
    }
  }
}
