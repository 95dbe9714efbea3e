import { sql, type RawBuilder } from 'kysely';
import type { Queryable, ShardGroup } from '@sluice/db';

/** Deliveries that a claim looks at, the longest due first. */
export const PAGE = 500;

/** Whether a row of `alert_deliveries` is due. */
export const IS_DUE = sql<boolean>`state = 'waiting' and next_at <= now() and (claimed_until is null or claimed_until < now())`;

/** Returns the number of due deliveries, at most {@link PAGE}. Planning a claim costs many times as much, and most of the time nothing is due. */
export async function countDue(db: Queryable): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int4 as n from (select from alert_deliveries where ${IS_DUE} limit ${PAGE}) due`.execute(
    db.kysely,
  );
  return rows[0]?.n ?? 0;
}

/** Which deliveries a claim considers. */
interface DuePlace {
  readonly within: ShardGroup<string>['within'];
  readonly perDestination: number;
  readonly isDistributed: boolean;
}

/** Deliveries among which a claim chooses: a WITH clause, whose last CTE is `candidates`. */
export type DueSource = (place: DuePlace) => RawBuilder<unknown>;

const COLUMNS = sql`project_id, id, organization_id, destination_id, next_at,
  lost_claims + case when claimed_until is null then 0 else 1 end as lost`;

/** The first page of due deliveries. Its cost does not depend on how many are due, but all of them may be beyond their share. */
export const oldestDue: DueSource = ({ within }) => sql`
  with candidates as materialized (
    select ${COLUMNS} from alert_deliveries where ${IS_DUE} and ${within('project_id')} order by next_at limit ${PAGE})`;

/** The next delivery of each project and destination. It costs one index search for each of them, however many are due. */
export const nextOfEach: DueSource = ({ within, perDestination, isDistributed }) => sql`
  with ${sql.raw(isDistributed ? '' : 'recursive')} ${isDistributed ? distinctQueues(within) : skippedQueues},
  candidates as materialized (
    select d.* from queues q cross join lateral (
      select ${COLUMNS} from alert_deliveries a
      where a.project_id = q.project_id and a.destination_id = q.destination_id and ${IS_DUE} and ${within('a.project_id')}
      order by next_at limit ${perDestination}) d)`;

/** Each step is one search: the first row behind a queue is of the next one. */
const skippedQueues = sql`
  queues as (
    (select project_id, destination_id from alert_deliveries where state = 'waiting'
      order by project_id, destination_id limit 1)
    union all
    select n.project_id, n.destination_id from queues q cross join lateral (
      select a.project_id, a.destination_id from alert_deliveries a
      where a.state = 'waiting' and (a.project_id, a.destination_id) > (q.project_id, q.destination_id)
      order by a.project_id, a.destination_id limit 1) n)`;

/** Citus runs no recursive statement that writes: each due row of these projects is read. */
const distinctQueues = (within: DuePlace['within']) => sql`
  queues as (
    select distinct project_id, destination_id from alert_deliveries
    where state = 'waiting' and next_at <= now() and ${within('project_id')})`;
