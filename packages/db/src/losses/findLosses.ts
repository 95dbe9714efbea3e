import { EVENT_TYPES, hourOf, startOfHour, type EventType } from '@sluice/contract';
import { sql } from 'kysely';
import type { Queryable } from '../connection/createDatabase.js';

/** Events that were acknowledged and are neither stored nor dead letters. */
export interface Loss {
  /** Hours since 1970: the hour that they were charged in. */
  readonly hour: number;
  readonly type: EventType;
  readonly acknowledged: number;
  /** Stored or dead-lettered: what `usage` counts as processed, in the transactions that write the receipts. */
  readonly stored: number;
}

/** Hours to look at, both included, in hours since 1970. */
export interface LossRange {
  readonly fromHour: number;
  readonly throughHour: number;
}

/**
 * Compares what gateways acknowledged with what workers stored, and keeps what is missing. Only of hours whose queues have been
 * drained since: what is still under way would look lost. Returns the losses that nobody had found before; one that has
 * grown counts as new.
 */
export async function findLosses(db: Queryable, { fromHour, throughHour }: LossRange): Promise<readonly Loss[]> {
  const [from, until] = [new Date(startOfHour(fromHour)), new Date(startOfHour(throughHour + 1))];
  const { rows } = await sql<{ hour: Date; type: EventType; acknowledged: string; stored: string }>`
    with told as (
      select hour, type, sum(count)::int8 as acknowledged from acknowledged
      where hour >= ${from} and hour < ${until} group by hour, type
    ), kept as (
      select hour, type, sum(count)::int8 as stored from usage
      where hour >= ${from} and hour < ${until} and outcome = 'processed' and type = any(${[...EVENT_TYPES]})
      group by hour, type
    )
    insert into losses as l (hour, type, acknowledged, stored)
    select hour, type, acknowledged, coalesce(stored, 0) from told left join kept using (hour, type)
    where acknowledged > coalesce(stored, 0) order by hour, type
    on conflict (hour, type) do update set acknowledged = excluded.acknowledged, stored = excluded.stored
      where excluded.acknowledged - excluded.stored > l.acknowledged - l.stored
    returning hour, type, acknowledged, stored`.execute(db.kysely);
  return rows.map((row) => ({
    hour: hourOf(row.hour.getTime()),
    type: row.type,
    acknowledged: Number(row.acknowledged),
    stored: Number(row.stored),
  }));
}

/** All losses that were ever found, the latest first, at most `limit`. */
export async function listLosses(db: Queryable, limit: number): Promise<readonly Loss[]> {
  const rows = await db.kysely
    .selectFrom('losses')
    .selectAll()
    .orderBy('hour', 'desc')
    .orderBy('type')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    hour: hourOf(row.hour.getTime()),
    type: row.type as EventType,
    acknowledged: Number(row.acknowledged),
    stored: Number(row.stored),
  }));
}

/** Forgets what was acknowledged before an hour (hours since 1970); losses stay. */
export async function forgetAcknowledged(db: Queryable, beforeHour: number): Promise<void> {
  await db.kysely
    .deleteFrom('acknowledged')
    .where('hour', '<', new Date(startOfHour(beforeHour)))
    .execute();
}
