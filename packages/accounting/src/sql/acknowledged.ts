import { startOfHour, type EventType } from '@sluice/contract';
import { sql } from 'kysely';
import { type Queryable, mergeByKey, unnest } from '@sluice/db';

/** Events of one type that one gateway acknowledged with a 202, by the hour in which they were charged. */
export interface AcknowledgedCount {
  /** Hours since 1970. */
  readonly hour: number;
  readonly type: EventType;
  readonly count: number;
}

/**
 * Stores the number of events that a gateway has acknowledged since its start. Counts are absolute and only grow, so
 * writing them twice or late changes nothing. @param gateway identifies one run of one gateway
 */
export async function storeAcknowledged(
  db: Queryable,
  gateway: string,
  counts: readonly AcknowledgedCount[],
): Promise<void> {
  if (counts.length === 0) return;
  const folded = mergeByKey(
    counts,
    ({ hour, type }) => [String(hour), type],
    (one) => one,
    (a, b) => (b.count > a.count ? b : a),
  );
  await sql`
    insert into acknowledged as a (hour, type, gateway, count)
    select * from ${unnest('t', {
      hour: ['timestamptz', folded.map(({ hour }) => new Date(startOfHour(hour)).toISOString())],
      type: ['text', folded.map(({ type }) => type)],
      gateway: ['text', folded.map(() => gateway)],
      count: ['int8', folded.map(({ count }) => count)],
    })}
    on conflict (hour, type, gateway) do update set count = excluded.count where excluded.count > a.count`.execute(
    db.kysely,
  );
}
