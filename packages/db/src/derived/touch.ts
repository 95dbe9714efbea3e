/**
 * Returns the assignment of `touched_at` in an upsert: when the row was last written, by PostgreSQL's clock, independent of
 * the times of events. Retention uses it. It is indexed, so it changes at most once in `every`; other updates write no index.
 * @param alias of the upsert's target table
 */
export const touch = (alias: string, every: string): string =>
  `touched_at = case when ${alias}.touched_at < now() - interval '${every}' then now() else ${alias}.touched_at end`;
