import type { Database } from '../connection/createDatabase.js';
import { readSchemaState } from './appliedSteps.js';
import type { ConcurrentIndex, Migration } from './migration.js';
import {
  blocksReads,
  blocksWrites,
  LOCK_MODES,
  statementLocks,
  type LockMode,
  type StatementLock,
} from './statementLocks.js';

/** The strongest lock that a step takes on a table that exists before the run. */
interface PlannedLock {
  readonly table: string;
  readonly mode: LockMode;
  /** Whether writes to the table wait while the step holds the lock. */
  readonly blocksWrites: boolean;
  /** Whether reads of the table wait, too. */
  readonly blocksReads: boolean;
}

/** What a run would do for one step. */
export interface PlannedMigration {
  readonly name: string;
  /** Indexes that are built concurrently, in order, before the statements. */
  readonly builds: readonly { readonly index: string; readonly table: string }[];
  /** Of the transaction with the statements. */
  readonly locks: readonly PlannedLock[];
  /** Number of statements in the transaction. */
  readonly statements: number;
}

/** Returns what {@link migrateToLatest} would do now, and changes and locks nothing. */
export async function planMigrations(db: Database, steps?: readonly Migration[]): Promise<readonly PlannedMigration[]> {
  const { missing, replaced } = await readSchemaState(db.pool, steps);
  const tableOf = await readTables(db);
  return missing.map((step) =>
    planStep(replaced.includes(step) ? { name: step.name, statements: () => [] } : step, tableOf),
  );
}

/** Names of tables and indexes, and the table of each. */
type TableOf = ReadonlyMap<string, string>;

async function readTables({ pool }: Database): Promise<TableOf> {
  const { rows } = await pool.query<{ name: string; table: string }>(
    `select c.relname as name, coalesce(t.relname, c.relname) as table
     from pg_class c left join pg_index i on i.indexrelid = c.oid left join pg_class t on t.oid = i.indrelid
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'i', 'I')`,
  );
  return new Map(rows.map(({ name, table }) => [name, table]));
}

function planStep({ name, indexes = [], statements }: Migration, tableOf: TableOf): PlannedMigration {
  // Compression is no property of a lock.
  const texts = statements({ lz4: true });
  const locks = new Map<string, LockMode>();
  for (const lock of [...indexes.flatMap(buildLocks), ...texts.flatMap(statementLocks)]) {
    // The table of a step that is planned before this one does not exist, so no process uses it.
    const table = tableOf.get(lock.name);
    if (table === undefined) continue;
    const strongest = locks.get(table);
    if (strongest === undefined || LOCK_MODES.indexOf(strongest) < LOCK_MODES.indexOf(lock.mode))
      locks.set(table, lock.mode);
  }
  return {
    name,
    builds: indexes.map(({ name: index, table }) => ({ index, table })),
    locks: [...locks].map(([table, mode]) => ({
      table,
      mode,
      blocksWrites: blocksWrites(mode),
      blocksReads: blocksReads(mode),
    })),
    statements: texts.length,
  };
}

const buildLocks = ({ table }: ConcurrentIndex): readonly StatementLock[] => [
  { on: 'table', name: table, mode: 'SHARE UPDATE EXCLUSIVE' },
];
