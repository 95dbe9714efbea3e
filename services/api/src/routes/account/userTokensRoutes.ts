import { userTokensApi } from '@sluice/api-contract';
import { createToken, listTokensOfUser, normalizeName, revokeTokenOfUser, type Token } from '@sluice/db';
import { ApiError, readTime, type Route, serve } from '@sluice/management';
import { actorOf } from './accountServices.js';

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

/** The user's access tokens. */
export const userTokensRoutes: readonly Route<'user' | 'anyone'>[] = [
  serve(userTokensApi.list, async (_request, { db, session }) => ({
    body: { data: (await listTokensOfUser(db, session.user.id)).map(toWire) },
  })),
  serve(userTokensApi.create, async ({ body }, { db, clock, session }) => {
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
  }),
  serve(userTokensApi.revoke, async ({ params }, { db, session }) => {
    await revokeTokenOfUser(db, session.user.id, params.tokenId, actorOf(session));
    return { status: 204, body: undefined };
  }),
];
