import { EVENT_TYPES } from '@sluice/contract';
import { sql } from 'kysely';
import type { Queryable } from '../connection/createDatabase.js';
import { lossOf, type Loss, type LossRow } from './loss.js';

/** When an hour is compared. */
export interface Comparison {
  readonly at: Date;
  /** Whatever was published before this has left the queues. */
  readonly drainedAt: Date;
}

/** A loss whose count changed, and what was told before. */
interface ChangedLoss {
  readonly loss: Loss;
  readonly before: number;
}

/**
 * Compares one hour and answers the losses whose count changed. States of a row of `losses`:
 *
 * | something is missing                          | row                                                          |
 * | --------------------------------------------- | ------------------------------------------------------------ |
 * | for the first time, or more was acknowledged  | noted, with the moment; nothing more is told                 |
 * | and all that was noted has left the queues    | told: as much as this look and the one before agree on       |
 * | less than was told                            | lowered                                                      |
 * | nothing                                       | deleted                                                      |
 *
 * The second line is what makes a loss certain: events are counted after they are published, so that all of a count that a look
 * saw were published before it. The hour's end is no such bound, as a batch can be published hours after it was charged.
 */
export async function compareHour(
  db: Queryable,
  hour: Date,
  { at, drainedAt }: Comparison,
): Promise<readonly ChangedLoss[]> {
  const { rows } = await sql<LossRow & { before: string }>`
    with acked as (
      select type, sum(count)::int8 as acknowledged from acknowledged where hour = ${hour} group by type
    ), kept as (
      select type, sum(count)::int8 as stored from usage
      where hour = ${hour} and outcome = 'processed' and type = any(${[...EVENT_TYPES]}) group by type
    ), seen as (
      select type, t.acknowledged, coalesce(k.stored, 0) as stored, coalesce(l.told, 0) as before,
        t.acknowledged - coalesce(k.stored, 0) as missing, l.acknowledged - l.stored as missing_before,
        coalesce(l.acknowledged = t.acknowledged and l.since <= ${drainedAt}, false) as is_certain
      from acked t left join kept k using (type) left join (select * from losses where hour = ${hour}) l using (type)
    ), judged as materialized (
      select *, greatest(0, least(missing, case when is_certain then missing_before else before end)) as told from seen
    ), compared as (
      insert into compared_hours (hour, acknowledged, compared_at)
      select ${hour}, coalesce(sum(acknowledged), 0), ${at} from acked
      on conflict (hour) do update set acknowledged = excluded.acknowledged, compared_at = excluded.compared_at
    ), healed as (
      delete from losses l using judged j where l.hour = ${hour} and l.type = j.type and j.missing <= 0
    ), noted as (
      insert into losses as l (hour, type, acknowledged, stored, told, since, found_at)
      select ${hour}, type, acknowledged, stored, told, ${at}, ${at} from judged where missing > 0 order by type
      on conflict (hour, type) do update set
        acknowledged = excluded.acknowledged, stored = excluded.stored, told = excluded.told,
        since = case when l.acknowledged = excluded.acknowledged then l.since else excluded.since end,
        found_at = case when excluded.told > l.told then excluded.found_at else l.found_at end
    )
    select ${hour}::timestamptz as hour, type, acknowledged, stored, told, before
    from judged where told <> before order by type`.execute(db.kysely);
  return rows.map((row) => ({ loss: lossOf(row), before: Number(row.before) }));
}
