import { EVENT_TYPES, hourOf, monthOf, POOLS, startOfHour, type EventType, type Pool } from '@sluice/contract';
import { sql } from 'kysely';
import type { Queryable } from '@sluice/db';
import { sumProcessed } from './monthTotals.js';

/** The history that a new ledger starts from. */
export interface StoredLedgerSeed {
  /** The current month, without pools that have no events. */
  readonly months: readonly { readonly pool: Pool; readonly month: number; readonly count: number }[];
  /** The current hour and the two before it; `hour` in hours since 1970. */
  readonly hours: readonly {
    readonly projectId: string;
    readonly type: EventType;
    readonly hour: number;
    readonly count: number;
  }[];
  /** When each project's first accepted event arrived, milliseconds since 1970. */
  readonly firstAccepted: readonly { readonly projectId: string; readonly ms: number }[];
}

/** Hours before the current one that spike protection uses. */
const HOURS_BACK = 2;

/**
 * Returns an organization's processed events that are stored, of all epochs except `exceptEpoch` (the ledger being seeded has
 * counted its own). Does not include jobs in the queues. @param nowMs milliseconds since 1970
 */
export async function ledgerSeed(
  db: Queryable,
  organizationId: string,
  exceptEpoch: string | undefined,
  nowMs: number,
): Promise<StoredLedgerSeed> {
  const month = monthOf(nowMs);
  const totals = await sumProcessed(db, organizationId, { month, exceptEpoch });
  return {
    months: POOLS.map((pool) => ({ pool, month, count: totals[pool] })).filter(({ count }) => count > 0),
    hours: await lastHours(db, organizationId, exceptEpoch, hourOf(nowMs)),
    firstAccepted: await firstAccepted(db, organizationId),
  };
}

async function lastHours(
  db: Queryable,
  organizationId: string,
  exceptEpoch: string | undefined,
  hour: number,
): Promise<StoredLedgerSeed['hours']> {
  const rows = await db.kysely
    .selectFrom('usage')
    .select(['project_id', 'type', 'hour'])
    .select(sql<string>`sum(count)`.as('total'))
    .where(sql<boolean>`project_id in (select id from projects where organization_id = ${organizationId})`)
    .where('type', 'in', [...EVENT_TYPES])
    .where('outcome', '=', 'processed')
    .where('reason', '=', '')
    .where('hour', '>=', new Date(startOfHour(hour - HOURS_BACK)))
    .where('hour', '<=', new Date(startOfHour(hour)))
    .where(sql<boolean>`epoch is distinct from ${exceptEpoch ?? null}::text`)
    .groupBy(['project_id', 'type', 'hour'])
    .execute();
  return rows.map((row) => ({
    projectId: row.project_id,
    type: row.type as EventType,
    hour: hourOf(row.hour.getTime()),
    count: Number(row.total),
  }));
}

async function firstAccepted(db: Queryable, organizationId: string): Promise<StoredLedgerSeed['firstAccepted']> {
  const rows = await db.kysely
    .selectFrom('first_accepted as f')
    .innerJoin('projects as p', 'p.id', 'f.project_id')
    .select(['f.project_id', 'f.at'])
    .where('p.organization_id', '=', organizationId)
    .execute();
  return rows.map((row) => ({ projectId: row.project_id, ms: row.at.getTime() }));
}
