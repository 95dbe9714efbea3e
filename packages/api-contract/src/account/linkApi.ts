import { ROLES, PASSWORD_LENGTH } from '@sluice/contract';
import type { Descriptions } from '../description.js';
import { object, described, nullable } from '../schema/shapes.js';
import { text, oneOf, boolean, time } from '../schema/values.js';
import { MAX_CODE, MAX_EMAIL } from './sessionApi.js';
import { sessionSchema } from './sessionSchemas.js';

const token = text(100);

const linkSchema = object({
  purpose: oneOf('sign_in', 'invitation', 'password_reset'),
  email: text(),
  organization: described(nullable(text()), 'Of an invitation.'),
  role: described(nullable(oneOf(...ROLES)), 'Of an invitation.'),
  needsPassword: described(boolean, 'Whether `POST /links/use` needs a password.'),
  isNewPassword: described(boolean, 'Whether that is a new password, not the one of an existing account.'),
  expiresAt: time,
});

/** Links that sign in, invite and reset passwords. */
export const linkApi = {
  read: {
    scope: 'anyone',
    method: 'post',
    path: '/links/inspect',
    tag: 'Account',
    summary: 'Read what a link does',
    description: 'Changes nothing. 404 `link_expired` if it has expired or was used.',
    body: object({ token }),
    response: linkSchema,
  },
  use: {
    scope: 'anyone',
    method: 'post',
    path: '/links/use',
    tag: 'Account',
    summary: 'Use a link',
    description: 'Signs in. A link works once; 404 `link_expired` afterwards.',
    body: object({ token, name: text(200), password: text(PASSWORD_LENGTH.max), code: text(MAX_CODE) }, [
      'name',
      'password',
      'code',
    ]),
    response: sessionSchema,
    isUnlimited: true,
  },
  requestReset: {
    scope: 'anyone',
    method: 'post',
    path: '/password-resets',
    tag: 'Account',
    summary: 'Ask for a link that resets a password',
    description:
      'Sends an email if there is such an account, a mail server and `PUBLIC_URL`, and if fewer than five of these links are open. The response is the same if not. ' +
      'Earlier links stay valid until one is used, the password changes or an hour has passed.',
    body: object({ email: text(MAX_EMAIL) }),
  },
} as const satisfies Descriptions;
