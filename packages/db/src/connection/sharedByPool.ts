import type { Database } from './createDatabase.js';

/** Returns `check` such that calls at the same time for one pool share its result: the services of a process cost one check. */
export function sharedByPool<T, Db extends Pick<Database, 'pool'>>(
  check: (db: Db) => Promise<T>,
): (db: Db) => Promise<T> {
  const running = new WeakMap<Database['pool'], Promise<T>>();
  return (db) => {
    const known = running.get(db.pool);
    if (known !== undefined) return known;
    const run = check(db).finally(() => running.delete(db.pool));
    running.set(db.pool, run);
    return run;
  };
}
