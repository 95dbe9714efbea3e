import type { Actor, Role } from '@sluice/contract';
import { type Database, inTransaction, writeAudit, found, TenancyError, normalizeEmail } from '@sluice/db';
import { createLink } from './links.js';

/** Properties of a new invitation. */
interface NewInvitation {
  readonly organizationId: string;
  readonly email: string;
  readonly role: Role;
  readonly isMailed: boolean;
  readonly actor: Actor;
  readonly nowMs: number;
  readonly lifetimeMs: number;
}

/** Pending invitations of one organization. */
const MAX_PENDING = 1_000;

/**
 * Invites an email address into an organization; a pending invitation of the same address ends.
 * @throws TenancyError `exists` if it is a member already or very many invitations are pending, `invalid`
 */
export async function createInvitation(
  db: Database,
  made: NewInvitation,
): Promise<{ readonly id: string; readonly secret: string; readonly expiresAt: Date }> {
  const email = normalizeEmail(made.email);
  const now = new Date(made.nowMs);
  return inTransaction(db, async (tx) => {
    const member = await tx.kysely
      .selectFrom('memberships as m')
      .innerJoin('users as u', 'u.id', 'm.user_id')
      .select('u.id')
      .where('m.organization_id', '=', made.organizationId)
      .where('u.email', '=', email)
      .executeTakeFirst();
    if (member !== undefined) throw new TenancyError('exists', `${email} is a member already`);
    const pending = tx.kysely
      .selectFrom('links')
      .where('organization_id', '=', made.organizationId)
      .where('used_at', 'is', null)
      .where('expires_at', '>', now);
    const { count } = await pending.select((sql) => sql.fn.countAll<string>().as('count')).executeTakeFirstOrThrow();
    if (Number(count) >= MAX_PENDING)
      throw new TenancyError('exists', `${MAX_PENDING} invitations are pending already`);
    await tx.kysely
      .updateTable('links')
      .set({ used_at: now })
      .where('organization_id', '=', made.organizationId)
      .where('email', '=', email)
      .where('used_at', 'is', null)
      .execute();
    const { organizationId: id, role, isMailed, actor, nowMs, lifetimeMs } = made;
    const link = await createLink(tx, {
      purpose: 'invitation',
      email,
      organization: { id, role },
      isMailed,
      createdBy: actor.label,
      nowMs,
      lifetimeMs,
      inviterId: actor.kind === 'operator' ? null : actor.userId,
    });
    await writeAudit(tx, { organizationId: id, actor, action: 'invitation.create', target: email, after: { role } });
    return link;
  });
}

/** Revokes a pending invitation. @throws TenancyError `not_found` */
export function revokeInvitation(
  db: Database,
  { organizationId, id }: { readonly organizationId: string; readonly id: string },
  actor: Actor,
  nowMs: number,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const row = /^\d{1,18}$/.test(id)
      ? await tx.kysely
          .updateTable('links')
          .set({ used_at: new Date(nowMs) })
          .where('organization_id', '=', organizationId)
          .where('id', '=', id)
          .where('used_at', 'is', null)
          .returning(['email', 'role'])
          .executeTakeFirst()
      : undefined;
    const { email, role } = found(row, 'there is no such invitation');
    await writeAudit(tx, { organizationId, actor, action: 'invitation.revoke', target: email, before: { role } });
  });
}
