import { EVENT_TYPES } from '@sluice/contract';
import { sql } from 'kysely';
import type { Queryable } from '@sluice/db';
import { lossOf, type Loss, type LossRow } from './loss.js';

/** Times of a comparison. */
export interface Comparison {
  readonly at: Date;
  /** Everything published before this time has left the queues. */
  readonly drainedAt: Date;
}

/** A loss whose count changed, and the count reported before. */
interface ChangedLoss {
  readonly loss: Loss;
  readonly before: number;
}

/**
 * Compares one hour and returns the losses whose count changed. States of a row of `losses`:
 *
 * | missing events                                | row                                                          |
 * | --------------------------------------------- | ------------------------------------------------------------ |
 * | for the first time, or more was acknowledged  | inserted with the time; no more is reported                  |
 * | and all counted events have left the queues   | reports the number on which this and the last check agree    |
 * | less than was reported                        | lowered                                                      |
 * | none                                          | deleted                                                      |
 *
 * The second line makes a loss certain: events are counted after they are published, so all events of a count that a check
 * read were published before it. The end of the hour is no such bound: a batch can be published hours after it was charged.
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
      select type, t.acknowledged, coalesce(k.stored, 0) as stored, coalesce(l.reported, 0) as before,
        t.acknowledged - coalesce(k.stored, 0) as missing, l.acknowledged - l.stored as missing_before,
        coalesce(l.acknowledged = t.acknowledged and l.since <= ${drainedAt}, false) as is_certain
      from acked t left join kept k using (type) left join (select * from losses where hour = ${hour}) l using (type)
    ), judged as materialized (
      select *, greatest(0, least(missing, case when is_certain then missing_before else before end)) as reported from seen
    ), compared as (
      insert into compared_hours (hour, acknowledged, compared_at)
      select ${hour}, coalesce(sum(acknowledged), 0), ${at} from acked
      on conflict (hour) do update set acknowledged = excluded.acknowledged, compared_at = excluded.compared_at
    ), healed as (
      delete from losses l using judged j where l.hour = ${hour} and l.type = j.type and j.missing <= 0
    ), noted as (
      insert into losses as l (hour, type, acknowledged, stored, reported, since, found_at)
      select ${hour}, type, acknowledged, stored, reported, ${at}, ${at} from judged where missing > 0 order by type
      on conflict (hour, type) do update set
        acknowledged = excluded.acknowledged, stored = excluded.stored, reported = excluded.reported,
        since = case when l.acknowledged = excluded.acknowledged then l.since else excluded.since end,
        found_at = case when excluded.reported > l.reported then excluded.found_at else l.found_at end
    )
    select ${hour}::timestamptz as hour, type, acknowledged, stored, reported, before
    from judged where reported <> before order by type`.execute(db.kysely);
  return rows.map((row) => ({ loss: lossOf(row), before: Number(row.before) }));
}
