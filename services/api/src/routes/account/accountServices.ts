import type { AllowList } from '@sluice/alerts';
import type { SignedIn } from '@sluice/db';
import type { AccountMailer, InvitationThrottle, Oidc, Passwords, SignInDeps } from '@sluice/identity';
import type { AccountContext } from '@sluice/management';
import { subscriberNetwork, type Logger } from '@sluice/runtime';
import type { ApiConfig } from '../../config.js';
import type { OrganizationLimits } from '../../limitsConfig.js';

/** What account routes use besides their context. */
export interface AccountServices {
  readonly passwords: Passwords;
  readonly throttle: SignInDeps['throttle'];
  readonly invitationThrottle: InvitationThrottle;
  /** `undefined` if no mail server or no `PUBLIC_URL` is configured. */
  readonly mailer: AccountMailer | undefined;
  /** Of links in mails (decision 0142). */
  readonly publicUrl: string | undefined;
  /** `undefined` if no provider is configured. */
  readonly oidc: Oidc | undefined;
  readonly config: ApiConfig['identity'];
  /** See `SESSION_IDLE_HOURS`. */
  readonly idleMs: number;
  /** Receivers of alerts in the operator's own network. */
  readonly allowedReceivers: AllowList;
  /** What one organization may have. */
  readonly limits: OrganizationLimits;
  readonly logger: Logger;
}

/** Returns the part of a client's address that throttles count. */
export const networkOf = ({ address }: Pick<AccountContext, 'address'>): string => subscriberNetwork(address);

/** Returns the dependencies of signing in. */
export const signInDeps = (
  { passwords, throttle }: AccountServices,
  { db }: Pick<AccountContext, 'db'>,
): SignInDeps => ({ db, passwords, throttle });

/** Returns the sender of a request as the author of changes. */
export const actorOf = ({ user }: SignedIn) => ({
  kind: 'user' as const,
  userId: user.id,
  label: user.name === '' ? user.email : user.name,
});
