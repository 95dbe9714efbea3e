import { ApiError } from '../../api/apiError';

/** Returns whether an error is about the current password, so that it is shown beside it. */
export const isAboutCurrent = (error: Error | null): boolean =>
  error instanceof ApiError && (error.code === 'wrong_password' || error.code === 'too_many_failures');
