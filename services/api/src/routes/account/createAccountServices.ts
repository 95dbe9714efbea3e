import { HOUR_MS } from '@sluice/contract';
import { parseAllowList } from '@sluice/alerts';
import {
  createAccountMailer,
  createInvitationThrottle,
  createOidc,
  createPasswords,
  createSignInThrottle,
} from '@sluice/identity';
import type { Logger } from '@sluice/runtime';
import type { ApiConfig } from '../../config.js';
import type { AccountServices } from './accountServices.js';

const NO_LINKS =
  'SMTP_URL is set, but PUBLIC_URL is not: no emails are sent, because their links need a public address; set PUBLIC_URL';

/** Creates what account routes use. */
export const createAccountServices = (
  logger: Logger,
  {
    identity,
    access,
    publicUrl,
    allowedAddresses,
    limits,
  }: Pick<ApiConfig, 'identity' | 'access' | 'publicUrl' | 'allowedAddresses' | 'limits'>,
): AccountServices => {
  if (identity.smtpUrl !== '' && publicUrl === undefined) logger.warn(NO_LINKS);
  return {
    passwords: createPasswords(),
    throttle: createSignInThrottle(identity.maxFailedSignIns),
    invitationThrottle: createInvitationThrottle(identity.invitations),
    mailer: createAccountMailer({ url: identity.smtpUrl, from: identity.mailFrom, publicUrl }),
    publicUrl,
    oidc: createOidc(identity.oidc),
    config: identity,
    allowedReceivers: parseAllowList(allowedAddresses),
    idleMs: access.sessionIdleHours * HOUR_MS,
    limits,
    logger,
  };
};
