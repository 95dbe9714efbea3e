import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import type { Database } from '../connection/createDatabase.js';
import { NO_TRANSACTION_TIMEOUT } from '../connection/transactionTimeout.js';
import { RefusalError } from '../refusalError.js';
import { openMigrationClient } from './openMigrationClient.js';

/** How long a process waits for another one that migrates. */
const TURN_MS = 120_000;
/**
 * Between two attempts there is no transaction: if another process builds an index at the moment of an attempt, it waits until the
 * transaction of the attempt ends, and that of a process that waits would only end with its turn.
 */
const POLL_MS = 100;

/** The turn of one process to migrate. */
export interface MigrationLock {
  /** @throws one sentence if the connection that holds the lock is lost, so that another process may migrate */
  readonly check: () => Promise<void>;
  readonly release: () => Promise<void>;
}

/**
 * Waits until no other process migrates. The lock belongs to a transaction on a separate connection, so that it also works through
 * a pooler in transaction mode; the steps run on another connection.
 * @param command what to run again if the lock is lost @throws one sentence after two minutes
 */
export async function acquireMigrationLock(db: Database, command = 'sluice migrate'): Promise<MigrationLock> {
  const client = await openMigrationClient(db);
  const release = (): Promise<void> => client.end().catch(() => undefined);
  try {
    const deadline = Date.now() + TURN_MS;
    while (!(await beginTurn(client))) {
      if (Date.now() > deadline) {
        throw new RefusalError(
          'another process has been migrating, backing up or restoring the database for two minutes; look at its log, or wait until it has ended',
        );
      }
      await delay(POLL_MS);
    }
  } catch (error) {
    await release();
    throw error;
  }
  const check = async (): Promise<void> => {
    try {
      await client.query('select 1');
    } catch (cause) {
      throw new RefusalError(`the connection that holds the lock of the migrations is lost. Run again: ${command}`, {
        cause,
      });
    }
  };
  return { check, release };
}

/** Begins the transaction that has the lock; ends it if another process has it. */
async function beginTurn(client: Client): Promise<boolean> {
  await client.query(`begin; set local idle_in_transaction_session_timeout = 0; select ${NO_TRANSACTION_TIMEOUT}`);
  const { rows } = await client.query<{ mine: boolean }>(
    `select pg_try_advisory_xact_lock(hashtext('sluice.migrations')) as mine`,
  );
  const isMine = rows[0]?.mine === true;
  if (!isMine) await client.query('rollback');
  return isMine;
}
