import { sql, type RawBuilder } from 'kysely';
import type { Bars } from '../ranges/barsOf.js';

/** The number of the bar of a time, from 1. */
export const barAt = (time: RawBuilder<unknown>, { bounds }: Pick<Bars, 'bounds'>): RawBuilder<unknown> =>
  sql`width_bucket(${time}, ${bounds.map((ms) => new Date(ms).toISOString())}::timestamptz[])`;
