import type { Token } from '@sluice/db';

/** A token as printed by `--json`, without the token itself. */
export const tokenValue = (token: Token): object => ({
  id: token.id,
  organization: token.organization,
  hint: token.hint,
  scopes: token.scopes,
  createdAt: token.createdAt.toISOString(),
  expiresAt: token.expiresAt?.toISOString() ?? null,
  revokedAt: token.revokedAt?.toISOString() ?? null,
  lastUsedAt: token.lastUsedAt?.toISOString() ?? null,
});
