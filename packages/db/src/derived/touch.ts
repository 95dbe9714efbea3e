/**
 * Returns the assignment of `touched_at` in an upsert that inserts `now()` there: when the row was last written, by PostgreSQL's
 * clock, independent of the times of events. Retention uses it. It is indexed, so it changes at most once in `every`; other
 * updates write no index.
 *
 * The time is that of the inserted row, not `now()`: on Citus only immutable expressions may stand here, and the difference of
 * two times is one, while a time minus an interval is not. The coordinator evaluates the inserted `now()`.
 * @param alias of the upsert's target table
 */
export const touch = (alias: string, every: string): string =>
  `touched_at = case when excluded.touched_at - ${alias}.touched_at > interval '${every}'
    then excluded.touched_at else ${alias}.touched_at end`;
