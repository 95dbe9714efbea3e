import { SCOPES } from '@sluice/contract';
import { createToken, listTokensOfUser, normalizeName, revokeTokenOfUser, type Token } from '@sluice/db';
import {
  ApiError,
  defineUserRoute,
  described,
  id,
  listOf,
  named,
  nullable,
  object,
  oneOf,
  readTime,
  text,
  time,
  type AccountRoute,
} from '@sluice/management';
import { actorOf } from './accountServices.js';

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

const toWire = (token: Token) => ({
  id: token.id,
  organization: token.organization,
  name: token.name,
  hint: token.hint,
  scopes: token.scopes,
  createdAt: token.createdAt.toISOString(),
  expiresAt: token.expiresAt?.toISOString() ?? null,
  lastUsedAt: token.lastUsedAt?.toISOString() ?? null,
});

interface TokenBody {
  readonly organization: string;
  readonly scopes: readonly string[];
  readonly name: string;
  readonly expiresAt?: string | null;
}

/** The user's access tokens. */
export const userTokensRoutes: readonly AccountRoute[] = [
  defineUserRoute({
    method: 'get',
    path: '/user/tokens',
    tag: 'Account',
    summary: 'List own access tokens',
    description: 'Latest first, without revoked ones. At most 100 exist.',
    response: object({ data: listOf(named('Token', object(fields))) }),
    handle: async (_request, { db, session }) => ({
      body: { data: (await listTokensOfUser(db, session.user.id)).map(toWire) },
    }),
  }),
  defineUserRoute<unknown, TokenBody, unknown>({
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
    handle: async ({ body }, { db, clock, session }) => {
      const expiresMs = typeof body.expiresAt === 'string' ? readTime('expiresAt', body.expiresAt) : undefined;
      if (expiresMs !== undefined && expiresMs <= clock()) {
        throw new ApiError(422, 'invalid_body', 'expiresAt must be in the future.');
      }
      const { secret, token } = await createToken(db, {
        organization: body.organization,
        scopes: body.scopes,
        name: normalizeName(body.name),
        expiresAt: expiresMs === undefined ? undefined : new Date(expiresMs),
        actor: actorOf(session),
      });
      return { status: 201, body: { ...toWire(token), token: secret } };
    },
  }),
  defineUserRoute({
    method: 'delete',
    path: '/user/tokens/{tokenId}',
    tag: 'Account',
    summary: 'Revoke one of the own tokens',
    description: 'It stops working at once.',
    handle: async ({ params }, { db, session }) => {
      await revokeTokenOfUser(db, session.user.id, params['tokenId'] ?? '', actorOf(session));
      return { status: 204, body: undefined };
    },
  }),
];
