// Tables of the reference: columns, defaults, primary keys and indexes of Sluice's event tables, not partitioned.

/** The schema of the reference's tables. */
export const SCHEMA = 'usual';
export const EVENT_TABLES = ['exceptions', 'logs', 'spans', 'hits', 'replays'];

/** Makes them in a migrated database. */
export async function makeTables(db) {
  await db.pool.query(`create schema ${SCHEMA}`);
  for (const table of EVENT_TABLES) {
    await db.pool.query(`create table ${SCHEMA}.${table} (like public.${table} including all)`);
  }
}

/**
 * Returns the number of stored rows and the times of their commits (`track_commit_timestamp`).
 *
 * @returns {Promise<{ rows: number, firstMs: number, lastMs: number }>} milliseconds since 1970
 */
export async function readStored(db, schema) {
  const parts = EVENT_TABLES.map((table) => `select pg_xact_commit_timestamp(xmin) as at from ${schema}.${table}`);
  const { rows } = await db.pool.query(
    `select count(*)::int as rows, 1000 * extract(epoch from min(at))::float8 as "firstMs",
       1000 * extract(epoch from max(at))::float8 as "lastMs" from (${parts.join(' union all ')}) as stored`,
  );
  return rows[0];
}
