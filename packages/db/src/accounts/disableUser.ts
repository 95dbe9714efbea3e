import { OPERATOR } from '@sluice/contract';
import { sql } from 'kysely';
import type { Database } from '../connection/createDatabase.js';
import { inTransaction } from '../connection/inTransaction.js';
import { markDeparted, unmarkDeparted } from './departures.js';
import { writeAudit } from '../audit/writeAudit.js';
import { endInvitationsOf } from './inviters.js';
import { assertOwnerRemains, lockMembers } from './owners.js';
import { revokeTokensOf } from './revokeTokensOf.js';
import { USER_COLUMNS, userOf, type User } from './user.js';
import { getUser } from './users.js';

/**
 * Disables a user: sessions end, tokens are revoked, unused links to the user and invitations by the user stop working, and issues
 * are no longer assigned to the user. Memberships stay and show who it was.
 * @throws TenancyError `not_found`, or `last_owner` unless `force` is set
 */
export function disableUser(db: Database, email: string, { force = false } = {}): Promise<User> {
  return inTransaction(db, async (tx) => {
    const { id, email: target } = await getUser(tx, email);
    const memberships = await tx.kysely
      .selectFrom('memberships')
      .select(['organization_id', 'role'])
      .where('user_id', '=', id)
      .execute();
    const organizations = memberships.map(({ organization_id }) => organization_id);
    await lockMembers(tx, organizations);
    const owned = await tx.kysely
      .selectFrom('memberships')
      .select('organization_id')
      .where('user_id', '=', id)
      .where('role', '=', 'owner')
      .execute();
    const now = sql<Date>`now()`;
    const row = await tx.kysely
      .updateTable('users')
      .set({ disabled_at: sql<Date>`coalesce(disabled_at, now())` })
      .where('id', '=', id)
      .returning(USER_COLUMNS)
      .executeTakeFirstOrThrow();
    await tx.kysely
      .updateTable('sessions')
      .set({ ended_at: now })
      .where('user_id', '=', id)
      .where('ended_at', 'is', null)
      .execute();
    await tx.kysely
      .updateTable('links')
      .set({ used_at: now })
      .where('email', '=', target)
      .where('used_at', 'is', null)
      .execute();
    if (!force)
      await assertOwnerRemains(
        tx,
        owned.map(({ organization_id }) => organization_id),
      );
    await revokeTokensOf(tx, { userId: id }, OPERATOR);
    for (const organizationId of organizations) {
      await writeAudit(tx, { organizationId, actor: OPERATOR, action: 'member.disable', target });
      await endInvitationsOf(tx, { organizationId, userId: id }, undefined, OPERATOR);
    }
    await markDeparted(tx, { organizationIds: organizations, userId: id });
    return userOf(row);
  });
}

/** Enables a disabled user; ended sessions and revoked tokens stay so. @throws TenancyError `not_found` */
export function enableUser(db: Database, email: string): Promise<User> {
  return inTransaction(db, async (tx) => {
    const { id, email: target } = await getUser(tx, email);
    const row = await tx.kysely
      .updateTable('users')
      .set({ disabled_at: null })
      .where('id', '=', id)
      .returning(USER_COLUMNS)
      .executeTakeFirstOrThrow();
    const memberships = await tx.kysely
      .selectFrom('memberships')
      .select('organization_id')
      .where('user_id', '=', id)
      .execute();
    for (const { organization_id: organizationId } of memberships) {
      await writeAudit(tx, { organizationId, actor: OPERATOR, action: 'member.enable', target });
    }
    const organizationIds = memberships.map(({ organization_id }) => organization_id);
    await unmarkDeparted(tx, { organizationIds, userId: id });
    return userOf(row);
  });
}
