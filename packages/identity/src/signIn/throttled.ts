import { ApiError } from '@sluice/management';
import type { SignInAttempt, SignInThrottle } from './createSignInThrottle.js';

/** Runs `verify` unless too many attempts failed; only if it resolves, the attempt does not count. @throws ApiError 429 */
export async function throttled<T>(
  throttle: SignInThrottle,
  attempt: SignInAttempt & { readonly isKnown?: () => Promise<boolean> },
  verify: () => Promise<T>,
): Promise<T> {
  const waitMs = await throttle.waitMs(attempt, attempt.isKnown ?? (() => Promise.resolve(false)));
  if (waitMs > 0) {
    const seconds = Math.ceil(waitMs / 1_000);
    throw new ApiError(429, 'too_many_failures', `Too many attempts failed; try again in ${seconds} s.`, {
      'retry-after': String(seconds),
    });
  }
  throttle.recordAttempt(attempt);
  const result = await verify();
  throttle.recordSuccess(attempt);
  return result;
}
