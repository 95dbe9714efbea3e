import { sql } from 'kysely';
import { type Tx, type TenantLimit, TenancyError } from '@sluice/db';

/** Erasures are done one by one, in seconds to minutes. */
const RETRY_S = 60;

/**
 * Checks that an organization may request one more erasure. Requests at the same time are counted one after the other.
 * @throws TenancyError `too_many`
 */
export async function assertFewErasures(tx: Tx, organizationId: string, limit: TenantLimit | undefined): Promise<void> {
  if (limit === undefined) return;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sluice.erasures.${organizationId}`}, 0))`.execute(
    tx.kysely,
  );
  const { rows: projects } = await sql<{ id: string }>`
    select id from projects where organization_id = ${organizationId}::int8`.execute(tx.kysely);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int4 as count from erasures
    where project_id = any(${projects.map(({ id }) => id)}::int8[]) and closed_at is null and state <> 'done'`.execute(
    tx.kysely,
  );
  const count = rows[0]?.count ?? 0;
  if (count < limit.most) return;
  throw new TenancyError(
    'too_many',
    `the organization has ${count} unfinished erasures, and the limit is ${limit.most} (${limit.setting}); try again when some have finished`,
    { retryAfterS: RETRY_S },
  );
}
