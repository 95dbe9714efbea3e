import { distributeNewTables, distributeTables, type Database } from '@sluice/db';
import { usageError } from '../cliError.js';

/** Options of `sluice migrate` about Citus. */
export interface CitusOptions {
  readonly citus?: boolean;
  readonly shards?: string;
}

/** More than this is a mistake: each partition has as many tables. */
const MOST_SHARDS = 512;

/** Returns the number of shards of `--shards`; `undefined` if it was not given. @throws a usage error */
export function readShards({ citus, shards }: CitusOptions): number | undefined {
  if (shards === undefined) return undefined;
  if (citus !== true) throw usageError('--shards: only with --citus.');
  const count = Number(shards);
  if (Number.isInteger(count) && count >= 1 && count <= MOST_SHARDS) return count;
  throw usageError(`--shards: "${shards}" is not a number from 1 to ${MOST_SHARDS}.`);
}

/**
 * Distributes tables after the migrations: with `--citus` all that are to be, otherwise those that a migration added to a
 * distributed database. Returns their names.
 */
export function distribute(
  db: Database,
  { citus }: CitusOptions,
  shards: number | undefined,
): Promise<readonly string[]> {
  return citus === true ? distributeTables(db, shards === undefined ? {} : { shards }) : distributeNewTables(db);
}

/** Returns the lines about distributed tables. */
export function describeDistributed({ citus }: CitusOptions, tables: readonly string[]): readonly string[] {
  if (tables.length > 0) return [`Distributed by project_id: ${tables.join(', ')}.`];
  return citus === true ? ['Every table that has a project is distributed.'] : [];
}
