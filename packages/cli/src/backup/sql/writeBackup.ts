import { promisify } from 'node:util';
import { deflateRaw } from 'node:zlib';
import {
  type Client,
  type ClientBase,
  copyOut,
  isDistributed,
  type Database,
  readSchemaState,
  describeRefusal,
  acquireMigrationLock,
  openMigrationClient,
  RefusalError,
  DATABASE_ROLE_NAMES,
} from '@sluice/db';
import {
  BACKUP_FORMAT,
  manifestOf,
  sequencesOf,
  tableOf,
  type BackupManifest,
  type SequencePosition,
  type TableHeader,
} from '../format/backupManifest.js';
import { createFrameWriter, type FrameKind, type FrameWriter } from '../format/frames.js';
import { holdTask } from './holdTask.js';
import { listBackedUpTables } from './listBackedUpTables.js';
import { schemaObjects } from './schemaObjects.js';
import { beginUnbounded } from './sessionSettings.js';

/** Where a backup goes. */
export interface BackupTarget {
  /** Version of Sluice, for the manifest. */
  readonly version: string;
  /** Writes bytes in order; resolves when it can take more. What it throws ends the backup. */
  readonly sink: (bytes: Buffer) => Promise<void>;
  /** Called after each table or partition. */
  readonly onTable: (table: string, rows: number) => void;
}

/** What was written. */
export interface WrittenBackup {
  readonly tables: number;
  readonly rows: number;
  readonly bytes: number;
  /** Time of the snapshot, ISO 8601. */
  readonly createdAt: string;
}

/** Bytes that are compressed at once. */
const CHUNK_BYTES = 1_048_576;
/** Of Zlib: for text of COPY, higher levels take twice the time for a few percent. */
const LEVEL = 3;

const compress = promisify<Buffer, { readonly level: number }, Buffer>(deflateRaw);

/**
 * Writes everything that PostgreSQL contains of Sluice, as of one moment, while all processes run. Each table is copied in a
 * transaction of its own with the same snapshot, so that the number of locks does not depend on that of partitions. Migrations
 * and the retention, which change and drop tables, wait meanwhile.
 * @throws one sentence if the schema is newer than this version, the database is distributed, or a lock is not free in two minutes
 */
export async function writeBackup(db: Database, target: BackupTarget): Promise<WrittenBackup> {
  if (await isDistributed(db)) {
    throw new RefusalError(
      'the database is distributed with Citus, whose nodes have no common snapshot: back up each server, as docs/operations.md says',
    );
  }
  const lock = await acquireMigrationLock(db, 'sluice backup');
  try {
    return await holdTask(db, 'retention', () =>
      withSnapshot(db, async (snapshot) => {
        const written = await copyAll(db, snapshot, target);
        await lock.check();
        return written;
      }),
    );
  } finally {
    await lock.release();
  }
}

/** A transaction that keeps a snapshot. */
interface Snapshot {
  readonly client: ClientBase;
  readonly id: string;
}

async function withSnapshot<T>(db: Database, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const client = await openMigrationClient(db);
  try {
    await client.query(beginUnbounded('isolation level repeatable read, read only'));
    const { rows } = await client.query<{ id: string }>('select pg_export_snapshot() as id');
    return await work({ client, id: rows[0]?.id ?? '' });
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function copyAll(db: Database, snapshot: Snapshot, target: BackupTarget): Promise<WrittenBackup> {
  const manifest = await readManifest(snapshot.client, target.version);
  const tables = await listBackedUpTables(snapshot.client);
  const writer = await createFrameWriter(target.sink);
  const write = (kind: FrameKind, value: unknown): Promise<void> => writer.write(kind, payloadOf(kind, value));
  await write('manifest', manifest);
  const client = await openMigrationClient(db);
  let total = 0;
  try {
    for (const header of tables) {
      await write('table', header);
      const rows = await copyTable(client, snapshot.id, header, writer);
      await write('tableEnd', { rows });
      target.onTable(header.table, rows);
      total += rows;
    }
    await write('sequences', await readSequences(client));
    // The snapshot is lost with its connection, and the lock with it: then this fails.
    await snapshot.client.query('commit');
  } finally {
    await client.end().catch(() => undefined);
  }
  await write('end', { tables: tables.length, rows: total, sha256: writer.digest() });
  return { tables: tables.length, rows: total, bytes: writer.bytes(), createdAt: manifest.createdAt };
}

const PARSERS: Partial<Record<FrameKind, (content: { kind: FrameKind; payload: Buffer }) => unknown>> = {
  manifest: manifestOf,
  table: tableOf,
  sequences: sequencesOf,
};

/** Returns a value as JSON. @throws one sentence if a restore would refuse it: then there must be no backup */
function payloadOf(kind: FrameKind, value: unknown): Buffer {
  const payload = Buffer.from(JSON.stringify(value));
  try {
    PARSERS[kind]?.({ kind, payload });
  } catch (cause) {
    const problem = `the backup could not be restored: ${kind} would be refused: ${payload.toString()}`;
    throw new RefusalError(problem, { cause });
  }
  return payload;
}

async function readManifest(client: ClientBase, version: string): Promise<BackupManifest> {
  const { newer, refusal } = await readSchemaState(client);
  if (refusal !== undefined) throw new RefusalError(describeRefusal(refusal));
  if (newer.length > 0) {
    throw new RefusalError(
      `the schema is newer than this version (${newer.join(', ')}): make the backup with the version that migrated it`,
    );
  }
  const { rows } = await client.query<BackupManifest>(
    `select current_setting('server_version') as postgres, to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "createdAt",
       array(select name from schema_migrations order by name collate "C") as steps,
       array(select rolname::text from pg_roles where rolname = any($1) order by rolname) as roles,
       array(select distinct l.rolname::text from pg_auth_members m
         join pg_roles r on r.oid = m.roleid join pg_roles l on l.oid = m.member
         where r.rolname = any($1) and l.rolcanlogin and not l.rolsuper and l.rolname <> current_user order by 1) as logins`,
    [DATABASE_ROLE_NAMES],
  );
  const [facts] = rows;
  if (facts === undefined) throw new Error('the server says nothing about itself');
  return { ...facts, format: BACKUP_FORMAT, version };
}

/** Writes the rows of a table. Returns their number. */
async function copyTable(
  client: Client,
  snapshot: string,
  { table, columns }: TableHeader,
  writer: FrameWriter,
): Promise<number> {
  await client.query(beginUnbounded('isolation level repeatable read, read only', snapshot));
  const names = columns.map((name) => `"${name}"`).join(', ');
  const stream = copyOut(client, `copy ${table} (${names}) to stdout`);
  let [waiting, size, rows]: [Buffer[], number, number] = [[], 0, 0];
  const flush = async (): Promise<void> => {
    const chunk = Buffer.concat(waiting);
    [waiting, size] = [[], 0];
    await writer.write('data', await compress(chunk, { level: LEVEL }));
  };
  for await (const part of stream as AsyncIterable<Buffer>) {
    waiting.push(part);
    size += part.length;
    rows += linesIn(part);
    if (size >= CHUNK_BYTES) await flush();
  }
  if (size > 0) await flush();
  await client.query('commit');
  return rows;
}

/** A line break inside a value is escaped: each is the end of a row. */
function linesIn(part: Buffer): number {
  let [count, at] = [0, part.indexOf(10)];
  for (; at !== -1; at = part.indexOf(10, at + 1)) count += 1;
  return count;
}

/** Sequences have no snapshot: read after the tables, they are past all of their ids. */
async function readSequences(client: ClientBase): Promise<readonly SequencePosition[]> {
  const { rows } = await client.query<{ sequence: string }>(
    `select c.relname as sequence from pg_class c
     where c.relkind = 'S' and c.relnamespace = current_schema()::regnamespace
       and (c.relname = any($1) or exists (
         select from pg_depend d join pg_class t on t.oid = d.refobjid
         where d.objid = c.oid and d.deptype in ('a', 'i') and t.relname = any($2)))
     order by c.relname`,
    [schemaObjects().sequences, schemaObjects().tables],
  );
  const positions: SequencePosition[] = [];
  for (const { sequence } of rows) {
    const { rows: found } = await client.query<Omit<SequencePosition, 'sequence'>>(
      `select last_value::text as value, is_called as "isCalled" from ${sequence}`,
    );
    if (found[0] !== undefined) positions.push({ sequence, ...found[0] });
  }
  return positions;
}
