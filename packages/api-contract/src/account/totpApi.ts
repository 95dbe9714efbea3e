import { PASSWORD_LENGTH } from '@sluice/contract';
import type { Descriptions } from '../description.js';
import { object, described, listOf } from '../schema/shapes.js';
import { text } from '../schema/values.js';
import { MAX_CODE } from './sessionApi.js';

/** One-time codes. */
export const totpApi = {
  begin: {
    scope: 'user',
    method: 'post',
    path: '/user/totp',
    tag: 'Account',
    summary: 'Begin to set up one-time codes',
    description:
      'They are off until a code confirms them. Needs the current password, or a recent sign-in of a user without one.',
    body: object({ password: text(PASSWORD_LENGTH.max) }, ['password']),
    response: object({ secret: described(text(), 'Base32.'), uri: described(text(), '`otpauth://`, for a QR code.') }),
    isUnlimited: true,
  },
  confirm: {
    scope: 'user',
    method: 'post',
    path: '/user/totp/confirm',
    tag: 'Account',
    summary: 'Turn one-time codes on',
    body: object({ code: text(MAX_CODE) }),
    response: object({ recoveryCodes: described(listOf(text()), 'Each replaces a code once. Shown only now.') }),
  },
  turnOff: {
    scope: 'user',
    method: 'delete',
    path: '/user/totp',
    tag: 'Account',
    summary: 'Turn one-time codes off',
    description: 'Needs the current password, or a one-time or recovery code.',
    body: object({ password: text(PASSWORD_LENGTH.max), code: text(MAX_CODE) }, ['password', 'code']),
    isUnlimited: true,
  },
} as const satisfies Descriptions;
