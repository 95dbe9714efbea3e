import { captureException } from '../capture/captureException.js';

/** Input of SvelteKit's `handleError`. */
interface SvelteKitFailure {
  readonly error: unknown;
  readonly status: number;
  readonly message: string;
}

/**
 * Returns a handler for `handleError` of SvelteKit's client and server hooks. It reports errors, except statuses below 500
 * such as 404.
 *
 * @param next returns the error shown by the page; by default only the message
 */
export const svelteErrorHandler =
  <Failure extends SvelteKitFailure, Shown = { message: string }>(
    next: (failure: Failure) => Shown = ({ message }) => ({ message }) as Shown,
  ) =>
  (failure: Failure): Shown => {
    if (failure.status >= 500) captureException(failure.error, { handled: false });
    return next(failure);
  };
