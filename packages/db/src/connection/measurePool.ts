import type { Pool, PoolClient } from 'pg';
import { BoundedQuery } from './boundedQuery.js';
import { classifyError } from './classifyError.js';
import type { PoolMetrics } from './databaseMetrics.js';
import { statementKind } from './statementKind.js';

/** Reports each wait for a connection of a new pool, and each statement on its connections, to `metrics`. */
export function measurePool(pool: Pool, metrics: PoolMetrics): void {
  measureWaits(pool, metrics);
  pool.on('connect', (client) => measureStatements(client, metrics));
}

type Connected = Parameters<Pool['connect']>[0];

/** `Pool.query` calls `connect` with a callback, everything else without. */
function measureWaits(pool: Pool, metrics: PoolMetrics): void {
  const connect = pool.connect.bind(pool);
  const measured = (callback?: Connected): Promise<PoolClient> | undefined => {
    const began = performance.now();
    const observe = (failed: boolean): void => metrics.observeWait(performance.now() - began, failed);
    if (callback === undefined) {
      const connecting = connect();
      connecting.then(
        () => observe(false),
        () => observe(true),
      );
      return connecting;
    }
    connect((error, client, release) => {
      observe(client === undefined);
      callback(error, client, release);
    });
    return undefined;
  };
  pool.connect = measured as Pool['connect'];
}

type Query = (first: unknown, ...rest: unknown[]) => unknown;
type Answered = (error: unknown, result: unknown) => void;

/** A query with a stream returns it, one with a callback calls it, and any other returns a promise. */
function measureStatements(client: PoolClient, metrics: PoolMetrics): void {
  const send = client.query.bind(client) as Query;
  const measured: Query = (first, ...rest) => {
    const began = performance.now();
    const kind = statementKind(textOf(first));
    const observe = (error?: unknown): void => {
      const failure = error === undefined || error === null ? undefined : classifyError(error);
      metrics.observeStatement(kind, performance.now() - began, failure);
    };
    if (first instanceof BoundedQuery) {
      first.answered.then(() => observe(), observe);
      return send(first);
    }
    if (isStream(first)) {
      first.once('finish', () => observe());
      first.once('error', observe);
      return send(first);
    }
    const callback = rest.at(-1);
    if (typeof callback === 'function') {
      const answered: Answered = (error, result) => {
        observe(error);
        (callback as Answered)(error, result);
      };
      return send(first, ...rest.slice(0, -1), answered);
    }
    const answer = send(first, ...rest) as Promise<unknown>;
    answer.then(() => observe(), observe);
    return answer;
  };
  client.query = measured as PoolClient['query'];
}

/** A statement that streams, as `pg-copy-streams` makes it. */
interface StatementStream {
  readonly once: (event: 'finish' | 'error', listener: (error?: unknown) => void) => void;
}

const isStream = (statement: unknown): statement is StatementStream =>
  typeof statement === 'object' && statement !== null && 'submit' in statement && 'once' in statement;

/** Returns the text of a statement in any form that the driver accepts. */
function textOf(statement: unknown): string {
  if (typeof statement === 'string') return statement;
  const { text } = statement as { readonly text?: unknown };
  return typeof text === 'string' ? text : '';
}
