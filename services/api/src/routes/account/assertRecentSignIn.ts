import { MINUTE_MS } from '@sluice/contract';
import { ApiError, type AccountContext } from '@sluice/management';
import type { AccountServices } from './accountServices.js';

/**
 * Requires a session that began a short time ago: a user without a password has nothing else that a thief of the cookie lacks.
 * @throws ApiError 403 `recent_sign_in_required`
 */
export function assertRecentSignIn(
  { config }: Pick<AccountServices, 'config'>,
  { session, clock }: Pick<AccountContext, 'session' | 'clock'>,
): void {
  const createdMs = session?.session.createdAt.getTime() ?? 0;
  if (clock() - createdMs < config.recentSignInMinutes * MINUTE_MS) return;
  throw new ApiError(
    403,
    'recent_sign_in_required',
    `Without a password this needs a session of at most ${config.recentSignInMinutes} minutes: sign out, and sign in again.`,
  );
}
