import type { DestinationKind } from '@sluice/contract';
import { sql } from 'kysely';
import type { Queryable } from '@sluice/db';

/** A destination that does not get its messages. */
interface TroubledDestination {
  readonly organization: string;
  readonly id: string;
  readonly name: string;
  readonly kind: DestinationKind;
  /** Why it is paused, or the last problem of a message that is tried again. */
  readonly problem: string;
}

/** An enabled rule that notifies no destination. */
interface IdleRule {
  readonly organization: string;
  /** Slug; `null`: all projects. */
  readonly project: string | null;
  readonly name: string;
}

/** What keeps alerts from arriving; at most {@link MOST} of each. */
interface AlertHealth {
  readonly paused: readonly TroubledDestination[];
  readonly failing: readonly TroubledDestination[];
  readonly idleRules: readonly IdleRule[];
  /** How many destinations rules use, and how many of them are of the kind `members`. */
  readonly used: { readonly all: number; readonly members: number };
}

const MOST = 20;

const isErased = sql`exists (select from organization_erasures e where e.organization_id = o.id)`;

/** Reads what keeps alerts of all organizations from arriving. */
export async function readAlertHealth(db: Queryable): Promise<AlertHealth> {
  return {
    paused: await readPaused(db),
    failing: await readFailing(db),
    idleRules: await readIdleRules(db),
    used: await countUsed(db),
  };
}

async function readPaused(db: Queryable): Promise<readonly TroubledDestination[]> {
  const { rows } = await sql<TroubledDestination>`
    select o.slug as organization, d.id, d.name, d.kind, coalesce(d.paused_reason, 'no reason was given') as problem
    from alert_destinations d join organizations o on o.id = d.organization_id
    where d.paused_at is not null and d.deleted_at is null and not ${isErased}
    order by d.paused_at limit ${MOST}`.execute(db.kysely);
  return rows;
}

/**
 * Destinations that are not paused, and whose last attempt failed, of a message that is tried again or that they refused permanently in the
 * last week.
 */
async function readFailing(db: Queryable): Promise<readonly TroubledDestination[]> {
  const { rows: failed } = await sql<{ id: string; problem: string | null; at: Date }>`
    select distinct on (d.destination_id) d.destination_id as id, a.problem, a.at
    from alert_deliveries d join alert_attempts a on a.project_id = d.project_id and a.delivery_id = d.id
    where a.result <> 'sent'
      and (d.state = 'waiting' or (d.state = 'failed' and d.created_at > now() - interval '7 days'))
    order by d.destination_id, a.at desc`.execute(db.kysely);
  const last = new Map(failed.map((row) => [row.id, row]));
  const { rows } = await sql<Omit<TroubledDestination, 'problem'> & { readonly sentAt: Date | null }>`
    select o.slug as organization, d.id, d.name, d.kind, d.last_sent_at as "sentAt"
    from alert_destinations d join organizations o on o.id = d.organization_id
    where d.id = any(${[...last.keys()]}::int8[]) and d.paused_at is null and d.deleted_at is null
    order by d.id`.execute(db.kysely);
  return rows
    .flatMap(({ sentAt, ...row }) => {
      const failure = last.get(row.id);
      if (failure === undefined || (sentAt !== null && sentAt > failure.at)) return [];
      return [{ ...row, problem: failure.problem ?? 'no reason was given' }];
    })
    .slice(0, MOST);
}

async function readIdleRules(db: Queryable): Promise<readonly IdleRule[]> {
  const { rows } = await sql<IdleRule>`
    select o.slug as organization, p.slug as project, r.name
    from alert_rules r join organizations o on o.id = r.organization_id left join projects p on p.id = r.project_id
    where r.enabled and r.destination_ids = '{}' and p.deleted_at is null and not ${isErased}
    order by r.id limit ${MOST}`.execute(db.kysely);
  return rows;
}

async function countUsed(db: Queryable): Promise<AlertHealth['used']> {
  const { rows } = await sql<{ all: number; members: number }>`
    select count(*)::int4 as all, (count(*) filter (where d.kind = 'members'))::int4 as members
    from alert_destinations d join organizations o on o.id = d.organization_id
    where d.deleted_at is null and not ${isErased} and exists (
      select from alert_rules r where r.organization_id = d.organization_id and r.enabled and d.id = any(r.destination_ids))
  `.execute(db.kysely);
  return rows[0] ?? { all: 0, members: 0 };
}
