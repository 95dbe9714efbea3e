import { includesRole, roleHas, ROLES, type Actor, type Role } from '@sluice/contract';
import { sql } from 'kysely';
import type { Tx } from '../connection/inTransaction.js';
import { writeAudit } from '../audit/writeAudit.js';

/** Whether a member with the role `own` may invite someone as `role`; `undefined`: no member. */
const mayInvite = (own: Role | undefined, role: Role): boolean =>
  own !== undefined && roleHas(own, 'members:write') && includesRole(own, role);

/** An invitation and who made it. */
interface Invited {
  readonly organizationId: string;
  readonly role: Role;
  /** Null: an operator, whose invitations do not end. */
  readonly inviterId: string | null;
}

/**
 * Whether whoever made an invitation may still make it. Invariant: an invitation gives no role that its inviter could not give when
 * it is used. Call it with the members of the organization locked.
 */
export async function isStillInvited(tx: Tx, { organizationId, role, inviterId }: Invited): Promise<boolean> {
  if (inviterId === null) return true;
  const row = await tx.kysely
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select('m.role')
    .where('m.organization_id', '=', organizationId)
    .where('m.user_id', '=', inviterId)
    .where('u.disabled_at', 'is', null)
    .executeTakeFirst();
  return mayInvite(row?.role, role);
}

/**
 * Ends the pending invitations of a member that their new role may not make, with records in the audit log.
 * @param left the new role; `undefined`: none
 */
export async function endInvitationsOf(
  tx: Tx,
  { organizationId, userId }: { readonly organizationId: string; readonly userId: string },
  left: Role | undefined,
  actor: Actor,
): Promise<void> {
  const rows = await tx.kysely
    .updateTable('links')
    .set({ used_at: sql<Date>`now()` })
    .where('organization_id', '=', organizationId)
    .where('inviter_id', '=', userId)
    .where(
      'role',
      'in',
      ROLES.filter((role) => !mayInvite(left, role)),
    )
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['email', 'role'])
    .execute();
  for (const { email, role } of rows) {
    await writeAudit(tx, { organizationId, actor, action: 'invitation.revoke', target: email, before: { role } });
  }
}
