import { messageOf } from '@sluice/runtime';
import type { ClientBase } from 'pg';
import type { Database } from './createDatabase.js';
import { sharedByPool } from './sharedByPool.js';

/** Milliseconds after which a server that accepted a statement counts as silent. Its connection is closed. */
const ANSWER_MS = 5_000;

/** Of the driver's pool, which has no codes. */
const NO_FREE_CONNECTION = 'timeout exceeded when trying to connect';

/** Returns a client for the statements of readiness checks, which have no values. Each is bounded by a few seconds. */
export const healthClient = ({ pool }: Pick<Database, 'pool'>): Pick<ClientBase, 'query'> => {
  const query = (text: string): Promise<unknown> => pool.query({ text, query_timeout: ANSWER_MS } as { text: string });
  return { query } as Pick<ClientBase, 'query'>;
};

/**
 * Returns `undefined` if PostgreSQL answers, otherwise one sentence with the error and what to do. Calls at the same time share one
 * result.
 */
export const pingDatabase = sharedByPool(async (db: Pick<Database, 'pool'>): Promise<string | undefined> => {
  try {
    await healthClient(db).query('select 1');
    return undefined;
  } catch (error) {
    return outageProblem(error);
  }
});

/** Returns one sentence about an error that means that PostgreSQL is unavailable, and what to do. */
export function outageProblem(error: unknown): string {
  const message = messageOf(error);
  if (message === NO_FREE_CONNECTION) {
    return 'every connection of this process is busy: PostgreSQL is slow or does not answer. Look for long statements in pg_stat_activity';
  }
  return `PostgreSQL does not answer: ${message}. Check that it runs and accepts connections, and DATABASE_URL`;
}
