import { writeAudit, type AuditEntry, type Tx, type User } from '@sluice/db';

/** Records a change of a user's account in the audit log of each of the user's organizations. */
export async function recordOwnChange(
  tx: Tx,
  { id, email }: Pick<User, 'id' | 'email'>,
  entry: Pick<AuditEntry, 'action' | 'actor' | 'before' | 'after'>,
): Promise<void> {
  const memberships = await tx.kysely
    .selectFrom('memberships')
    .select('organization_id')
    .where('user_id', '=', id)
    .execute();
  for (const { organization_id: organizationId } of memberships) {
    await writeAudit(tx, { organizationId, target: email, ...entry });
  }
}
