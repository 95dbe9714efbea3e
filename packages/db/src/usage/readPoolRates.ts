import { EVENT_TYPES, POOL_OF, type EventType, type Pool } from '@sluice/contract';
import { sql } from 'kysely';
import type { Queryable } from '../connection/createDatabase.js';

/** Stored events of an organization in the hours before the current one. */
export interface PoolRates {
  /** Whole hours that were added up: since the organization's first event, at most those asked for. */
  readonly hours: number;
  /** Processed events in these hours, by pool. */
  readonly events: Readonly<Record<Pool, number>>;
}

const HOUR_MS = 3_600_000;

/** Returns an organization's processed events of at most `hours` whole hours up to `endMs`, the start of an hour. */
export async function readPoolRates(
  db: Queryable,
  organizationId: string,
  { endMs, hours }: { readonly endMs: number; readonly hours: number },
): Promise<PoolRates> {
  const from = new Date(endMs - hours * HOUR_MS);
  const rows = await db.kysely
    .selectFrom('usage')
    .select('type')
    .select(sql<string>`sum(count)`.as('total'))
    .select(sql<Date>`min(hour)`.as('first'))
    .where(sql<boolean>`project_id in (select id from projects where organization_id = ${organizationId})`)
    .where('type', 'in', [...EVENT_TYPES])
    .where('outcome', '=', 'processed')
    .where('reason', '=', '')
    .where('hour', '>=', from)
    .where('hour', '<', new Date(endMs))
    .groupBy('type')
    .execute();
  const events: Record<Pool, number> = { errors: 0, logs: 0, spans: 0, metrics: 0, replays: 0 };
  for (const row of rows) events[POOL_OF[row.type as EventType]] += Number(row.total);
  const firstMs = Math.min(endMs, ...rows.map(({ first }) => first.getTime()));
  return { hours: Math.round((endMs - firstMs) / HOUR_MS), events };
}
