import { PASSWORD_LENGTH } from '@sluice/contract';
import type { Descriptions } from '../description.js';
import { object } from '../schema/shapes.js';
import { text } from '../schema/values.js';
import { MAX_EMAIL } from './sessionApi.js';
import { userSchema } from './sessionSchemas.js';

/** The user's own account. */
export const userApi = {
  read: {
    scope: 'user',
    method: 'get',
    path: '/user',
    tag: 'Account',
    summary: 'Read the signed-in user',
    response: userSchema,
  },
  change: {
    scope: 'user',
    method: 'patch',
    path: '/user',
    tag: 'Account',
    summary: 'Change name or email address',
    description:
      'Another email address needs the current password (403 `no_password` if none is set). It is unverified, all other sessions end, and the links ' +
      'that were sent to the old one stop working. The audit logs of the organizations record the change.',
    body: object({ name: text(200), email: text(MAX_EMAIL), password: text(PASSWORD_LENGTH.max) }, [
      'name',
      'email',
      'password',
    ]),
    response: userSchema,
    isUnlimited: true,
  },
  setPassword: {
    scope: 'user',
    method: 'post',
    path: '/user/password',
    tag: 'Account',
    summary: 'Set a password',
    description:
      'Ends all other sessions. `current` is needed if there is a password, otherwise a recent sign-in (403 `recent_sign_in_required`).',
    body: object({ current: text(PASSWORD_LENGTH.max), next: text(PASSWORD_LENGTH.max) }, ['current']),
    isUnlimited: true,
  },
} as const satisfies Descriptions;
