import {
  endOfMonth,
  EVENT_TYPES,
  POOL_OF,
  startOfHour,
  startOfMonth,
  type EventType,
  type Pool,
} from '@sluice/contract';
import { sql } from 'kysely';
import type { Queryable } from '@sluice/db';

/** Which hours of a month count, and whose. */
export interface MonthRange {
  /** YYYYMM. */
  readonly month: number;
  /** Hours since 1970, this one included; the whole month when unset. */
  readonly throughHour?: number | undefined;
  /** A ledger epoch whose own counts are left out. */
  readonly exceptEpoch?: string | undefined;
}

/** Processed events of an organization in a month (YYYYMM, UTC), by pool; with `throughHour` up to and with that hour. */
export function monthTotals(
  db: Queryable,
  organizationId: string,
  month: number,
  throughHour?: number,
): Promise<Readonly<Record<Pool, number>>> {
  return sumProcessed(db, organizationId, { month, throughHour });
}

/** {@link monthTotals} with all its conditions. */
export async function sumProcessed(
  db: Queryable,
  organizationId: string,
  range: MonthRange,
): Promise<Readonly<Record<Pool, number>>> {
  const endMs = Math.min(
    endOfMonth(range.month),
    range.throughHour === undefined ? Infinity : startOfHour(range.throughHour + 1),
  );
  // All columns of the key before the hour are given, so that this reads one range of the index for each type.
  const rows = await db.kysely
    .selectFrom('usage')
    .select('type')
    .select(sql<string>`sum(count)`.as('total'))
    .where(sql<boolean>`project_id in (select id from projects where organization_id = ${organizationId})`)
    .where('type', 'in', [...EVENT_TYPES])
    .where('outcome', '=', 'processed')
    .where('reason', '=', '')
    .where('hour', '>=', new Date(startOfMonth(range.month)))
    .where('hour', '<', new Date(endMs))
    .where(sql<boolean>`epoch is distinct from ${range.exceptEpoch ?? null}::text`)
    .groupBy('type')
    .execute();
  const totals: Record<Pool, number> = { errors: 0, logs: 0, spans: 0, metrics: 0, replays: 0 };
  for (const row of rows) totals[POOL_OF[row.type as EventType]] += Number(row.total);
  return totals;
}
