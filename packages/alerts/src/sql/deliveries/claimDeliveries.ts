import { sql } from 'kysely';
import { isDistributed, type Placed, type ShardGroup, unnest, workByShard } from '@sluice/db';
import type { AlertDestination, DestinationKey } from './destination.js';
import { countDue, IS_DUE, nextOfEach, oldestDue, PAGE, type DueSource } from './dueDeliveries.js';

/** A delivery that this process may attempt until its claim ends. */
export interface ClaimedDelivery extends DestinationKey {
  readonly projectId: string;
  readonly id: string;
  readonly kind: 'alert' | 'test' | 'resend';
  /** Number of this attempt, from 1: what an earlier attempt writes later has no effect. */
  readonly attempt: number;
  /** Attempts since the destination was resumed or the delivery was made, this one included: retries are scheduled by it. */
  readonly tries: number;
  /** Claims in a row before this one whose processes died. */
  readonly lostClaims: number;
  /** The message of earlier attempts; `null`: it has not been composed. */
  readonly message: object | null;
  /** What earlier attempts have settled of it, by part: `null`, or why the part was refused permanently. */
  readonly progress: Readonly<Record<string, string | null>>;
  /** The destination of the last delivery after its deletion: see `closeDestination`. `null`: it is not deleted, or gets nothing. */
  readonly target: AlertDestination | null;
  /** When it was due. */
  readonly dueAt: Date;
  /** Of the claim. */
  readonly leaseMs: number;
}

/** Deliveries that a process has claimed and not settled. */
type Running = Pick<ClaimedDelivery, 'organizationId' | 'destinationId' | 'lostClaims'>;

/** The claims of one call. */
export interface ClaimOptions {
  readonly limit: number;
  /** How long a claim lasts: longer than an attempt takes. */
  readonly leaseMs: number;
  /** Of this process: they count in the shares below. Default: none. */
  readonly running?: readonly Running[];
  /** How many may run for one destination. Default: `limit`. */
  readonly perDestination?: number;
  /** How many may run for one organization. Default: `limit`. */
  readonly perOrganization?: number;
}

/** Left-over claims in a row from which on a delivery is suspected of killing its processes. */
const SUSPECT_FROM = 3;

/** Left-over claims in a row after which a delivery ends. */
export const MOST_LOST_CLAIMS = 20;

const POISONOUS = `it was attempted ${MOST_LOST_CLAIMS} times in a row, and each time the process died before it ended; resend it when the cause is found`;

/**
 * Claims deliveries that are due, the longest due first. Those whose claim has expired are claimed again: their process has
 * died, or is so slow that its result no longer counts.
 *
 * Invariants:
 * 1. Two processes never claim the same attempt.
 * 2. No destination and no organization gets more than its share of a process, however many of its deliveries wait; deliveries of
 * others are claimed instead.
 * 3. A delivery whose claims were left over {@link MOST_LOST_CLAIMS} times in a row ends as failed. A process runs at most one suspected
 * delivery at a time, so that others are not left over with it.
 */
export async function claimDeliveries(db: Placed, options: ClaimOptions): Promise<readonly ClaimedDelivery[]> {
  const claimed: ClaimedDelivery[] = [];
  const due = await countDue(db);
  if (due === 0) return claimed;
  const shares = (): Shares => sharesOf({ ...options, running: [...(options.running ?? []), ...claimed] });
  const claimFrom = (source: DueSource, most: number): Promise<number> =>
    workByShard(
      db,
      most,
      () => findProjects(db, shares()),
      async (within, limit) => {
        const rows = await claim(db, { source, within, limit, shares: shares() });
        claimed.push(...rows);
        return rows.length;
      },
    );
  await claimFrom(oldestDue, options.limit);
  // Less than a page is all that is due.
  if (due === PAGE && claimed.length < options.limit) await claimFrom(nextOfEach, options.limit - claimed.length);
  return claimed;
}

type Shares = Required<Omit<ClaimOptions, 'limit'>>;

const sharesOf = ({
  limit,
  leaseMs,
  running = [],
  perDestination = limit,
  perOrganization = limit,
}: ClaimOptions): Shares => ({
  leaseMs,
  running,
  perDestination,
  perOrganization,
});

/** Projects that one query finds. */
const MOST_PROJECTS = 100;

/** Returns projects with due deliveries of destinations and organizations that have not got their share, the longest due first. */
async function findProjects(db: Placed, shares: Shares): Promise<readonly string[]> {
  const full = (key: 'organizationId' | 'destinationId', most: number): string[] =>
    [...countBy(shares.running, key)].filter(([, n]) => n >= most).map(([id]) => id);
  const { rows } = await sql<{ project_id: string }>`
    select project_id from alert_deliveries where ${IS_DUE}
      and destination_id <> all(${full('destinationId', shares.perDestination)}::int8[])
      and organization_id <> all(${full('organizationId', shares.perOrganization)}::int8[])
    group by project_id order by min(next_at) limit ${MOST_PROJECTS}`.execute(db.kysely);
  return rows.map((row) => row.project_id);
}

function countBy(running: readonly Running[], key: 'organizationId' | 'destinationId'): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { [key]: id } of running) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

interface Claim {
  readonly source: DueSource;
  readonly within: ShardGroup<string>['within'];
  readonly limit: number;
  readonly shares: Shares;
}

async function claim(db: Placed, { source, within, limit, shares }: Claim): Promise<readonly ClaimedDelivery[]> {
  const { leaseMs, running, perDestination, perOrganization } = shares;
  const suspects = running.filter(({ lostClaims }) => lostClaims >= SUSPECT_FROM).length;
  const { rows } = await sql<ClaimedRow>`
    ${source({ within, perDestination, isDistributed: await isDistributed(db) })},
    by_destination as (
      select c.*, coalesce(r.n, 0) + row_number() over (partition by c.destination_id order by c.next_at, c.id) as turn
      from candidates c left join ${counted('r', running, 'destinationId')} on r.of = c.destination_id
      where ${suspects}::int4 = 0 or c.lost < ${SUSPECT_FROM}),
    by_organization as (
      select d.*, coalesce(r.n, 0) + row_number() over (partition by d.organization_id order by d.next_at, d.id) as place
      from by_destination d left join ${counted('r', running, 'organizationId')} on r.of = d.organization_id
      where d.turn <= ${perDestination}),
    by_suspicion as (
      select o.*, row_number() over (partition by o.lost >= ${SUSPECT_FROM} order by o.next_at, o.id) as nth
      from by_organization o where o.place <= ${perOrganization}),
    chosen as materialized (
      select project_id, id from by_suspicion where lost < ${SUSPECT_FROM} or nth = 1 order by next_at limit ${limit}),
    due as materialized (
      select d.project_id, d.id, now() as time, now() + make_interval(secs => ${leaseMs / 1_000}::float8) as lease_end
      from chosen c join alert_deliveries d on d.project_id = c.project_id and d.id = c.id
      where ${IS_DUE} and ${within('d.project_id')} for update of d skip locked)
    update alert_deliveries d set ${AS_CLAIMED}
    from due where d.project_id = due.project_id and d.id = due.id and ${within('d.project_id')}
    returning d.project_id, d.id, d.organization_id, d.destination_id, d.kind, d.state, d.attempts,
      d.attempts - d.tries_from as tries, d.lost_claims, d.message, d.progress, d.target, d.next_at`.execute(db.kysely);
  return rows.filter(({ state }) => state === 'waiting').map((row) => claimedOf(row, leaseMs));
}

/** Rows `(of, n)`: how many are running of each destination or organization. */
function counted(alias: string, running: readonly Running[], key: 'organizationId' | 'destinationId') {
  const counts = [...countBy(running, key)];
  return unnest(alias, { of: ['int8', counts.map(([id]) => id)], n: ['int4', counts.map(([, n]) => n)] });
}

/** A left-over claim is one whose process died or lost its result. It does not count as a failure of the receiver. */
const IS_LOST = sql`d.claimed_until is not null`;
const ENDS = sql`${IS_LOST} and d.lost_claims + 1 >= ${MOST_LOST_CLAIMS}`;
const AS_CLAIMED = sql`
  attempts = d.attempts + 1,
  tries_from = d.tries_from + case when ${IS_LOST} then 1 else 0 end,
  lost_claims = case when ${IS_LOST} then d.lost_claims + 1 else 0 end,
  claimed_until = case when ${ENDS} then null else due.lease_end end,
  state = case when ${ENDS} then 'failed' else d.state end,
  problem = case when ${ENDS} then ${POISONOUS} else d.problem end,
  target = case when ${ENDS} then null else d.target end,
  finished_at = case when ${ENDS} then due.time else d.finished_at end`;

const claimedOf = (row: ClaimedRow, leaseMs: number): ClaimedDelivery => ({
  projectId: row.project_id,
  id: row.id,
  organizationId: row.organization_id,
  kind: row.kind,
  destinationId: row.destination_id,
  attempt: row.attempts,
  tries: row.tries,
  lostClaims: row.lost_claims,
  message: row.message,
  progress: row.progress ?? {},
  target: row.target,
  dueAt: row.next_at,
  leaseMs,
});

interface ClaimedRow {
  readonly project_id: string;
  readonly id: string;
  readonly organization_id: string;
  readonly destination_id: string;
  readonly kind: ClaimedDelivery['kind'];
  readonly state: 'waiting' | 'failed';
  readonly attempts: number;
  readonly tries: number;
  readonly lost_claims: number;
  readonly message: object | null;
  readonly progress: ClaimedDelivery['progress'] | null;
  readonly target: AlertDestination | null;
  readonly next_at: Date;
}
