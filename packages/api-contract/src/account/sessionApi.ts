import { PASSWORD_LENGTH } from '@sluice/contract';
import type { Descriptions } from '../description.js';
import { object, described, listOf } from '../schema/shapes.js';
import { text, boolean, id } from '../schema/values.js';
import { sessionSchema } from './sessionSchemas.js';

/** Most characters of an email address and of a one-time or recovery code. */
export const MAX_EMAIL = 254;

export const MAX_CODE = 40;

/** Signing in and out. */
export const sessionApi = {
  read: {
    scope: 'user',
    method: 'get',
    path: '/session',
    tag: 'Account',
    summary: 'Read the current session',
    description: 'With the organizations and projects of the user, and the CSRF token of the session.',
    response: sessionSchema,
  },
  signIn: {
    scope: 'anyone',
    method: 'post',
    path: '/session',
    tag: 'Account',
    summary: 'Sign in with a password',
    description:
      'Sets the session cookie. 401 `invalid_credentials`, or `code_required` if the account has one-time codes. 429 after too many failures, with `Retry-After`.',
    body: object({ email: text(MAX_EMAIL), password: text(PASSWORD_LENGTH.max), code: text(MAX_CODE) }, ['code']),
    response: sessionSchema,
    // Hashing holds no database connection.
    isUnlimited: true,
  },
  signOut: { scope: 'user', method: 'delete', path: '/session', tag: 'Account', summary: 'Sign out' },
  readOptions: {
    scope: 'anyone',
    method: 'get',
    path: '/sign-in-options',
    tag: 'Account',
    summary: 'Read how people may sign in',
    response: object({
      password: boolean,
      providers: described(listOf(object({ id, name: text() })), 'OpenID Connect: `GET /api/0/oidc/{provider}/start`.'),
      mail: described(boolean, 'Whether links are sent by email: with a mail server (`SMTP_URL`) and `PUBLIC_URL`.'),
    }),
  },
} as const satisfies Descriptions;
