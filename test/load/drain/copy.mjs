// The reference: `psql \copy` of the same rows that a worker stored into a table with the same columns, indexes and
// partitions. Without psql, the server reads the file itself, which is cheaper still.
import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { cpuSecondsOfEndedChildren, cpuSecondsOfTree } from '../support/processes.mjs';

const execute = promisify(execFile);

/** Whether `psql` is on the path. */
export const hasPsql = () =>
  execute('psql', ['--version']).then(
    () => true,
    () => false,
  );

const columnsOf = async (db, table) => {
  const { rows } = await db.pool.query(
    `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum`,
    [table],
  );
  return rows.map(({ name }) => name);
};

/** Makes empty copies of event tables in the schema `reference`, with their indexes and partitions. */
export async function makeReference(db, tables) {
  await db.pool.query('drop schema if exists reference cascade; create schema reference');
  for (const table of tables) {
    await db.pool.query(`create table reference.${table} (like ${table} including all) partition by range (id)`);
    const { rows } = await db.pool.query(
      `select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bounds
       from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = $1::regclass`,
      [table],
    );
    for (const { name, bounds } of rows) {
      await db.pool.query(`create table reference.${name} partition of reference.${table} ${bounds}`);
    }
  }
}

/**
 * Writes rows of a table to a file, in the order in which they were stored.
 *
 * @param replaced SQL for columns whose values are to differ
 * @param where which rows
 * @returns {Promise<{ file: string, columns: string[], remove: () => Promise<void> }>}
 */
export async function exportRows(db, { table, where = 'true', replaced = {} }) {
  // The server writes it, as another user than this one may be: that user owns the data directory.
  const { rows } = await db.pool.query('show data_directory');
  const file = path.join(rows[0].data_directory, `${table}.copy`);
  const columns = await columnsOf(db, table);
  const list = columns.map((name) => replaced[name] ?? `"${name}"`).join(', ');
  await db.pool.query(`copy (select ${list} from ${table} where ${where}) to '${file}'`);
  return { file, columns, remove: () => rm(file, { force: true }) };
}

const walPosition = async (db) => (await db.pool.query('select pg_current_wal_insert_lsn() as lsn')).rows[0].lsn;

/** Runs `work` after a checkpoint and answers the bytes of write-ahead log that it made, beside its result. */
export async function withWal(db, work) {
  await db.pool.query('checkpoint');
  const before = await walPosition(db);
  const result = await work();
  const { rows } = await db.pool.query('select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), $1)::float8 as bytes', [
    before,
  ]);
  return { result, walBytes: rows[0].bytes };
}

/** Copies an exported file into `target`. @returns rows per second, and log bytes and CPU microseconds (client and server) per row */
export async function copyRows({ db, env, pids }, target, { file, columns }) {
  const names = columns.map((name) => `"${name}"`).join(', ');
  const cpuBefore = [cpuSecondsOfEndedChildren(), cpuSecondsOfTree(pids.postgres)];
  const copy = (await hasPsql()) ? copyByPsql(env.DATABASE_URL) : copyByServer(db);
  const { result, walBytes } = await withWal(db, () => copy(`${target} (${names})`, file));
  const [client, server] = [cpuSecondsOfEndedChildren() - cpuBefore[0], cpuSecondsOfTree(pids.postgres) - cpuBefore[1]];
  const { rows, ms } = result;
  return {
    rows,
    perSecond: (1_000 * rows) / ms,
    walBytesPerRow: walBytes / rows,
    cpuMicrosPerRow: { client: (1e6 * client) / rows, postgres: (1e6 * server) / rows },
  };
}

const copyByPsql = (databaseUrl) => async (target, file) => {
  const script = ['-c', '\\timing on', '-c', `\\copy ${target} from '${file}'`];
  const { stdout } = await execute('psql', [databaseUrl, '-X', '-v', 'ON_ERROR_STOP=1', ...script]);
  const rows = Number(/^COPY (\d+)/m.exec(stdout)?.[1]);
  const ms = Number(/^Time: ([\d.]+) ms/m.exec(stdout)?.[1]);
  if (!(rows > 0 && ms > 0)) throw new Error(`psql said: ${stdout}`);
  return { rows, ms };
};

const copyByServer = (db) => async (target, file) => {
  const startedAt = performance.now();
  const { rowCount } = await db.pool.query(`copy ${target} from '${file}'`);
  return { rows: rowCount, ms: performance.now() - startedAt };
};
