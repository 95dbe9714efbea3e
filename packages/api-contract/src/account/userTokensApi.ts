import { SCOPES } from '@sluice/contract';
import type { Descriptions } from '../description.js';
import { described, listOf, nullable, object, named } from '../schema/shapes.js';
import { id, text, oneOf, time } from '../schema/values.js';

const fields = {
  id,
  organization: text(),
  name: text(),
  hint: described(text(), 'The last four characters.'),
  scopes: listOf(oneOf(...SCOPES)),
  createdAt: time,
  expiresAt: nullable(time),
  lastUsedAt: described(nullable(time), 'Accurate to a minute.'),
};

/** The user's access tokens. */
export const userTokensApi = {
  list: {
    scope: 'user',
    method: 'get',
    path: '/user/tokens',
    tag: 'Account',
    summary: 'List own access tokens',
    description: 'Latest first, without revoked ones. At most 100 exist.',
    response: object({ data: listOf(named('Token', object(fields))) }),
  },
  create: {
    scope: 'user',
    method: 'post',
    path: '/user/tokens',
    tag: 'Account',
    summary: 'Create an access token',
    description:
      'This is the only response that shows `token`. It may do what its scopes and the current role of the user allow, and ends with the membership.',
    body: object(
      {
        organization: text(63),
        scopes: { ...listOf(oneOf(...SCOPES)), minItems: 1, uniqueItems: true },
        name: { ...text(200), minLength: 1 },
        expiresAt: nullable(text(64)),
      },
      ['expiresAt'],
    ),
    createdStatus: 201,
    response: named('NewToken', object({ ...fields, token: text() })),
  },
  revoke: {
    scope: 'user',
    method: 'delete',
    path: '/user/tokens/{tokenId}',
    tag: 'Account',
    summary: 'Revoke one of the own tokens',
    description: 'It stops working at once.',
  },
} as const satisfies Descriptions;
