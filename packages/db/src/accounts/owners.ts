import { sql } from 'kysely';
import type { Tx } from '../connection/inTransaction.js';
import { TenancyError } from '../tenancyError.js';

/**
 * Locks organizations against other changes of their members until the transaction ends. Every change of a role, every end
 * of a membership and every disabling of a user takes these locks first, in the order of the ids, so that
 * {@link assertOwnerRemains} sees the result of earlier changes and no two changes deadlock.
 */
export async function lockMembers(tx: Tx, organizationIds: readonly string[]): Promise<void> {
  if (organizationIds.length === 0) return;
  await sql`select id from organizations where id = any(${organizationIds}::bigint[]) order by id for no key update`.execute(
    tx.kysely,
  );
}

/**
 * Invariant: an organization that had an enabled owner keeps one. Call it after the change, in its transaction.
 * @throws TenancyError `last_owner`
 */
export async function assertOwnerRemains(tx: Tx, organizationIds: readonly string[]): Promise<void> {
  if (organizationIds.length === 0) return;
  const { rows } = await sql<{ slug: string }>`
    select o.slug from organizations o
    where o.id = any(${organizationIds}::bigint[]) and not exists (
      select from memberships m join users u on u.id = m.user_id
      where m.organization_id = o.id and m.role = 'owner' and u.disabled_at is null)
    order by o.slug`.execute(tx.kysely);
  const [first] = rows;
  if (first !== undefined) {
    throw new TenancyError(
      'last_owner',
      `organization ${first.slug} would have no owner; make someone else an owner first`,
    );
  }
}
