import { createMailer, createOidc, createPasswords, createSignInThrottle } from '@sluice/identity';
import type { Logger } from '@sluice/runtime';
import type { ApiConfig } from '../../config.js';
import type { AccountServices } from './accountServices.js';

const HOUR_MS = 3_600_000;

/** Creates what account routes use. */
export const createAccountServices = (
  logger: Logger,
  { identity, access }: Pick<ApiConfig, 'identity' | 'access'>,
): AccountServices => ({
  passwords: createPasswords(),
  throttle: createSignInThrottle(identity.maxFailedSignIns),
  mailer: createMailer({ url: identity.smtpUrl, from: identity.mailFrom }),
  oidc: createOidc(identity.oidc),
  config: identity,
  idleMs: access.sessionIdleHours * HOUR_MS,
  logger,
});
