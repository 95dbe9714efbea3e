import type { ClientBase } from 'pg';
import { sqlstateOf } from '../connection/classifyError.js';
import { NO_TRANSACTION_TIMEOUT } from '../connection/transactionTimeout.js';

/** How long a statement may wait for a table's lock before it is tried again. A longer wait would block all traffic behind it. */
const LOCK_MS = 2_000;
const ATTEMPTS = 10;

/** `lock_not_available`, and `deadlock_detected`: workers and erasures lock rows in orders of their own. */
const LOCK_PROBLEMS: ReadonlySet<string | undefined> = new Set(['55P03', '40P01']);

/** A statement with its parameters. */
export type Statement = string | { readonly text: string; readonly values: readonly unknown[] };

/**
 * Runs statements in one transaction without a timeout, and again if a lock is not available within two seconds or would deadlock.
 * @throws the last error
 */
export async function runStep(client: ClientBase, statements: readonly Statement[]): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query(
        `begin; set local statement_timeout = 0; set local lock_timeout = ${LOCK_MS}; set local idle_in_transaction_session_timeout = 0; select ${NO_TRANSACTION_TIMEOUT}`,
      );
      for (const statement of statements) {
        if (typeof statement === 'string') await client.query(statement);
        else await client.query(statement.text, [...statement.values]);
      }
      await client.query('commit');
      return;
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      if (!LOCK_PROBLEMS.has(sqlstateOf(error)) || attempt === ATTEMPTS) throw error;
    }
  }
}
