import { createHash, randomBytes } from 'node:crypto';
import { type System } from '../../e2e/support/system.js';

export type TokenState = 'valid' | 'revoked' | 'expired';

/** Creates a token of an organization by SQL, as the command line does: only its digest is stored. */
export async function insertToken(
  system: System,
  organization: string,
  scope: string,
  state: TokenState = 'valid',
): Promise<string> {
  const secret = `slp_${randomBytes(32).toString('base64url')}`;
  await system.sql(
    `insert into tokens (organization_id, digest, hint, scopes, revoked_at, expires_at)
     select id, $2, $3, array[$4], case when $5 = 'revoked' then now() end,
       case when $5 = 'expired' then now() - interval '1 second' end
     from organizations where slug = $1`,
    [organization, createHash('sha256').update(secret).digest(), secret.slice(-4), scope, state],
  );
  return secret;
}
