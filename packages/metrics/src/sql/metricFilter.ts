import { sql, type RawBuilder } from 'kysely';
import type { PageRequest } from '@sluice/reading';

/** Which values. A field that is not set does not filter. */
export interface MetricFilter {
  readonly environment?: string | undefined;
  readonly release?: string | undefined;
}

/** Points whose time is in the range; `toMs` is not included. */
export function inRange(
  { fromMs, toMs }: Pick<PageRequest, 'fromMs' | 'toMs'>,
  filter: MetricFilter,
): RawBuilder<boolean> {
  const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
  return sql<boolean>`
    day >= ${day(fromMs)} and day <= ${day(toMs)} and minute >= ${new Date(fromMs)} and minute < ${new Date(toMs)}
    and ${filter.environment === undefined ? sql`true` : sql`environment = ${filter.environment}`}
    and ${filter.release === undefined ? sql`true` : sql`release = ${filter.release}`}`;
}
