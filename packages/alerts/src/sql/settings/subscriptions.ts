import type { ALERT_CHANNELS } from '@sluice/contract';
import { sql } from 'kysely';
import type { Queryable } from '@sluice/db';

/** One of {@link ALERT_CHANNELS}. */
export type AlertChannel = (typeof ALERT_CHANNELS)[number];

/** A member of an organization. */
export interface MemberKey {
  readonly organizationId: string;
  readonly userId: string;
}

/** What a member chose. */
interface AlertSubscription {
  /** Slug; `null`: all projects without a choice of their own. */
  readonly project: string | null;
  readonly channel: AlertChannel;
}

/** Returns the choices of a member, the one for all projects first, then by slug. Without one, the channel is `mail`. */
export async function listSubscriptions(
  db: Queryable,
  { organizationId, userId }: MemberKey,
): Promise<readonly AlertSubscription[]> {
  const { rows } = await sql<AlertSubscription>`
    select p.slug as project, s.channel from alert_subscriptions s left join projects p on p.id = s.project_id
    where s.organization_id = ${organizationId}::int8 and s.user_id = ${userId}::int8
      and (s.project_id = 0 or p.deleted_at is null)
    order by p.slug nulls first`.execute(db.kysely);
  return rows;
}

/** Stores the choice of a member. @param projectId `0`: all projects without a choice @param channel `null`: no choice */
export async function setSubscription(
  db: Queryable,
  { organizationId, userId }: MemberKey,
  projectId: string,
  channel: AlertChannel | null,
): Promise<void> {
  if (channel === null) {
    await sql`
      delete from alert_subscriptions where organization_id = ${organizationId}::int8 and user_id = ${userId}::int8
        and project_id = ${projectId}::int8`.execute(db.kysely);
    return;
  }
  await sql`
    insert into alert_subscriptions (organization_id, user_id, project_id, channel)
    values (${organizationId}::int8, ${userId}::int8, ${projectId}::int8, ${channel})
    on conflict (organization_id, user_id, project_id) do update set channel = excluded.channel`.execute(db.kysely);
}
