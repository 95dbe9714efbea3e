import type { Actor } from '@sluice/contract';
import { sql, type Selectable } from 'kysely';
import { writeAudit } from '../audit/writeAudit.js';
import type { Tx } from '../connection/inTransaction.js';
import type { TokensTable } from '../schema/schema.js';

/** What access tokens begin with. */
export const TOKEN_PREFIX = 'slp_';

/** What the audit log shows of a token. */
type RecordedToken = Pick<Selectable<TokensTable>, 'organization_id' | 'hint' | 'name' | 'scopes' | 'expires_at'> & {
  readonly email: string | null;
};

/** Records that a token was created or revoked. */
export const recordToken = (
  tx: Tx,
  token: RecordedToken,
  action: 'token.create' | 'token.revoke',
  actor: Actor,
): Promise<void> =>
  writeAudit(tx, {
    organizationId: token.organization_id,
    actor,
    action,
    target: `${TOKEN_PREFIX}…${token.hint}`,
    [action === 'token.create' ? 'after' : 'before']: {
      name: token.name ?? '',
      scopes: token.scopes,
      expiresAt: token.expires_at,
      owner: token.email,
    },
  });

/** Revokes the tokens of a user, of one organization or all, with a record of each. Returns their number. */
export async function revokeTokensOf(
  tx: Tx,
  { userId, organizationId }: { readonly userId: string; readonly organizationId?: string },
  actor: Actor,
): Promise<number> {
  const revoke = tx.kysely
    .updateTable('tokens as t')
    .from('users as u')
    .set({ revoked_at: sql<Date>`now()` })
    .whereRef('u.id', '=', 't.user_id')
    .where('t.user_id', '=', userId)
    .where('t.revoked_at', 'is', null)
    .returning(['t.organization_id', 't.hint', 't.name', 't.scopes', 't.expires_at', 'u.email']);
  const rows = await (
    organizationId === undefined ? revoke : revoke.where('t.organization_id', '=', organizationId)
  ).execute();
  for (const token of rows) await recordToken(tx, token, 'token.revoke', actor);
  return rows.length;
}
