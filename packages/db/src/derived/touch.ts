/**
 * `touched_at` in an upsert: when the row was last fed, by PostgreSQL's clock, whatever time its events say of themselves.
 * Retention judges by it. It is indexed, so it moves at most once in `every`: between two moves an update touches no index.
 * @param alias of the table that is upserted into
 */
export const touch = (alias: string, every: string): string =>
  `touched_at = case when ${alias}.touched_at < now() - interval '${every}' then now() else ${alias}.touched_at end`;
