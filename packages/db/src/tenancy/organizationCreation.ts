import { sql } from 'kysely';
import { lockUser } from '../accounts/users.js';
import type { Queryable } from '../connection/createDatabase.js';
import type { Tx } from '../connection/inTransaction.js';
import { TenancyError } from '../tenancyError.js';

/**
 * Why a user may not create an organization:
 *
 * | refusal                  | cause                                                                        |
 * | ------------------------ | ---------------------------------------------------------------------------- |
 * | `operators_only`         | `MAX_ORGANIZATIONS_PER_USER` is 0                                            |
 * | `unverified_email`       | no link by email and no provider proved the address: it may be invented      |
 * | `too_many_organizations` | the user created as many as `MAX_ORGANIZATIONS_PER_USER` allows              |
 */
type CreationRefusal = 'operators_only' | 'unverified_email' | 'too_many_organizations';

/** What a user may create. */
interface Creation {
  /** How many organizations the user may still create. */
  readonly left: number;
  /** Null if there are some left. */
  readonly refusal: CreationRefusal | null;
}

/** Returns how many organizations a user may still create. @param most `MAX_ORGANIZATIONS_PER_USER` */
export async function readOrganizationCreation(db: Queryable, userId: string, most: number): Promise<Creation> {
  if (most === 0) return { left: 0, refusal: 'operators_only' };
  const row = await db.kysely
    .selectFrom('users as u')
    .select([
      'u.email_verified_at',
      sql<string>`(select count(*) from organizations o where o.creator_id = u.id
        and not exists (select from organization_erasures e where e.organization_id = o.id))`.as('created'),
    ])
    .where('u.id', '=', userId)
    .executeTakeFirst();
  if (row === undefined || row.email_verified_at === null) return { left: 0, refusal: 'unverified_email' };
  const left = Math.max(0, most - Number(row.created));
  return { left, refusal: left === 0 ? 'too_many_organizations' : null };
}

/**
 * Refuses a user who may not create an organization.
 * Invariant: of concurrent requests of a user, no more than `most` create an organization. @throws TenancyError
 */
export async function assertMayCreate(tx: Tx, userId: string, most: number): Promise<void> {
  await lockUser(tx, userId);
  const { refusal } = await readOrganizationCreation(tx, userId, most);
  if (refusal !== null) throw new TenancyError(refusal, explain(refusal, most));
}

function explain(refusal: CreationRefusal, most: number): string {
  switch (refusal) {
    case 'operators_only':
      return 'only operators create organizations on this server; ask one to run: sluice org create <org> --owner <your email address>';
    case 'unverified_email':
      return 'your email address is not verified; open a link that was sent to it by email, for example of a password reset';
    case 'too_many_organizations':
      return `a user may create ${most} organizations (MAX_ORGANIZATIONS_PER_USER); an operator creates further ones: sluice org create`;
  }
}
