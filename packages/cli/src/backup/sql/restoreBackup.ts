import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import {
  type Client,
  type ClientBase,
  isDistributed,
  type Database,
  MIGRATIONS,
  applyMissing,
  assessSteps,
  acquireMigrationLock,
  type MigrationLock,
  openMigrationClient,
  createPartition,
  partitionOfName,
  RefusalError,
  beginCopyIn,
  type CopyIn,
} from '@sluice/db';
import { rowsOf, sequencesOf, tableOf, type SequencePosition, type TableHeader } from '../format/backupManifest.js';
import type { CheckedBackup, OpenBackup } from '../format/checkBackup.js';
import { damaged, MAX_PAYLOAD, readFrames, type Frame } from '../format/frames.js';
import { assertRestorable, beginRestore, endRestore } from './restoreTarget.js';
import { schemaObjects } from './schemaObjects.js';
import { beginUnbounded } from './sessionSettings.js';

/** How a restore reports, and what it does with the restored data. */
export interface RestoreSteps {
  /** Called once the database can be restored into, before it is changed; what it throws ends the restore. */
  readonly begin: () => Promise<void>;
  /** Called after each table or partition. */
  readonly onTable: (table: string, rows: number) => void;
  /** Completes the database when all rows are stored and all steps are applied, before any process may use it. */
  readonly complete: () => Promise<void>;
}

const inflate = promisify<Buffer, { readonly maxOutputLength: number }, Buffer>(inflateRaw);

/**
 * Restores a checked backup into a database without data: the schema at the steps of the backup, the rows of every table, then the
 * steps that this version has in addition. Returns the names of the latter.
 *
 * Until it ends, no process of Sluice can use the database; after a failure, another restore starts over.
 * @throws RefusalError if the database has data or is in use, before anything is changed; or what failed
 */
export async function restoreBackup(
  db: Database,
  { manifest, end, tables }: CheckedBackup,
  open: OpenBackup,
  steps: RestoreSteps,
): Promise<readonly string[]> {
  const lock = await acquireMigrationLock(db, 'sluice restore');
  const client = await openMigrationClient(db);
  try {
    await assertRestorable(client, tables);
    if (await isDistributed(db)) {
      throw new RefusalError(
        'the database is distributed with Citus: restore into one that is not, then run sluice migrate --citus',
      );
    }
    await steps.begin();
    await beginRestore(client);
    const { done } = assessSteps(manifest.steps);
    await applyMissing(
      { client, lock },
      MIGRATIONS.filter(({ name }) => done.has(name)),
    );
    if ((await restoreRows({ client, lock, steps }, open)) !== end.sha256) {
      throw new Error('the file was changed since it was checked');
    }
    await forgetTransactions(client);
    const applied = await applyMissing({ client, lock }, MIGRATIONS);
    await skipIds(client);
    await steps.complete();
    await lock.check();
    await endRestore(client);
    return applied;
  } finally {
    await client.end().catch(() => undefined);
    await lock.release();
  }
}

/** A restore that is running. */
interface Restore {
  readonly client: Client;
  readonly lock: MigrationLock;
  readonly steps: RestoreSteps;
}

/** Restores the rows of all tables and the sequences. Returns the SHA-256 of the backup. */
async function restoreRows(restore: Restore, open: OpenBackup): Promise<string | undefined> {
  let current: { readonly header: TableHeader; readonly copy: CopyIn } | undefined;
  for await (const frame of readFrames(open())) {
    if (frame.kind === 'table') {
      const header = tableOf(frame);
      current = { header, copy: await beginTable(restore.client, header) };
    } else if (frame.kind === 'data' && current !== undefined) {
      await current.copy.write(await textOf(frame));
    } else if (frame.kind === 'tableEnd' && current !== undefined) {
      await endTable(restore, current, rowsOf(frame));
      current = undefined;
    } else if (frame.kind === 'sequences') {
      await setSequences(restore.client, sequencesOf(frame));
    } else if (frame.kind === 'end') {
      return frame.digestBefore;
    }
  }
  return undefined;
}

async function textOf({ payload }: Frame): Promise<Buffer> {
  try {
    return await inflate(payload, { maxOutputLength: MAX_PAYLOAD });
  } catch (error) {
    throw new Error('it is damaged: data cannot be inflated', { cause: error });
  }
}

/** Begins the transaction of a table; triggers of users would change what is stored. */
async function beginTable(client: Client, { table, columns }: TableHeader): Promise<CopyIn> {
  const partition = partitionOfName(table);
  if (partition === undefined && !schemaObjects().tables.includes(table)) {
    throw damaged(`${table} is no table of Sluice`);
  }
  await client.query(beginUnbounded());
  if (partition === undefined) await client.query(`alter table ${table} disable trigger user; delete from ${table}`);
  else await createPartition(client, partition);
  return beginCopyIn(client, `copy ${table} (${columns.map((name) => `"${name}"`).join(', ')}) from stdin`);
}

async function endTable(
  { client, lock, steps }: Restore,
  { header: { table }, copy }: { readonly header: TableHeader; readonly copy: CopyIn },
  rows: number,
): Promise<void> {
  const stored = await copy.finish();
  if (stored !== rows) throw new Error(`${table}: ${stored} rows are stored instead of ${rows}`);
  if (partitionOfName(table) === undefined) await client.query(`alter table ${table} enable trigger user`);
  // Plans of the first queries would be those of empty tables.
  await client.query(`analyze ${table}; commit`);
  await lock.check();
  steps.onTable(table, rows);
}

async function setSequences(client: ClientBase, positions: readonly SequencePosition[]): Promise<void> {
  for (const { sequence, value, isCalled } of positions) {
    await client.query('select setval($1::regclass, $2, $3)', [sequence, value, isCalled]);
  }
}

/** More than a server gives out between a backup and its restore; a bigint has room for any number of restores. */
const SKIPPED_IDS = 1_000_000;

/**
 * Events that wait in Redis or in a spool have the id of their project, which may have been created after the backup. The sequences
 * of the backup would give that id to somebody else's next project, which would then contain these events.
 */
async function skipIds(client: ClientBase): Promise<void> {
  for (const table of ['organizations', 'projects']) {
    await client.query(
      `select setval(sequence, nextval(sequence) + $2)
       from (select pg_get_serial_sequence($1, 'id')::regclass as sequence) s`,
      [table, SKIPPED_IDS],
    );
  }
}

/** Ids of transactions are those of the server that counted them: an erasure that waits for one must take another. */
async function forgetTransactions(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ present: boolean }>(`select to_regclass('erasures') is not null as present`);
  if (rows[0]?.present === true) await client.query('update erasures set horizon = null where horizon is not null');
}
