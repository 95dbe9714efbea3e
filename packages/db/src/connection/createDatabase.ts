import { DEFAULT_MAX_EVENT_AGE_MS } from '@sluice/contract';
import type { Metrics } from '@sluice/runtime';
import { Kysely, PostgresDialect } from 'kysely';
import { types, type Pool, type PoolConfig } from 'pg';
import type { Schema } from '../schema/schema.js';
import { createConnectionGate } from './connectionGate.js';
import { poolMetrics } from './databaseMetrics.js';
import { gatedClient } from './gatedClient.js';
import { kyselyPool } from './kyselyPool.js';
import { measurePool } from './measurePool.js';
import type { StatementBounds } from './statementBounds.js';
import { WaitingPool } from './waitingPool.js';

/** How to reach PostgreSQL, and how long anything there may take. */
export interface DatabaseOptions {
  readonly url: string;
  /** The most connections this process opens. */
  readonly poolSize: number;
  /** Shown in `pg_stat_activity`. */
  readonly applicationName: string;
  /** Milliseconds to wait for a connection, whether the pool's or the server's. Default 5,000. */
  readonly connectMs?: number;
  /** Milliseconds a statement may take on the server; the client gives up a little later. Default 30,000. */
  readonly statementMs?: number;
  /** Milliseconds to wait for one lock. Default 5,000. */
  readonly lockMs?: number;
  /** Called with errors of broken connections, which the pool replaces. */
  readonly onError?: (error: Error) => void;
  /** Called with the process id of the server's backend for each new connection. */
  readonly onBackend?: (pid: number) => void;
  /** Receives waits and durations. Without it nothing is measured. */
  readonly metrics?: Metrics;
  /** Label of the metrics; default `applicationName`. */
  readonly name?: string;
  /** See {@link Queryable.maxEventAgeMs}. */
  readonly maxEventAgeMs?: number;
}

/** Runs reads and single statements: a {@link Database} or a transaction. */
export interface Queryable {
  readonly kysely: Kysely<Schema>;
  /**
   * `MAX_EVENT_AGE_HOURS` in milliseconds: how far the times of one trace or replay may be apart before reads doubt the clocks of its
   * clients. Default `DEFAULT_MAX_EVENT_AGE_MS`.
   */
  readonly maxEventAgeMs?: number;
}

/** A pool of connections and the typed queries over it. */
export interface Database extends Queryable {
  readonly maxEventAgeMs: number;
  /**
   * Bounds no statement on the server, only on the client: use `kysely` or `inTransaction`, except for statements that
   * PostgreSQL refuses in a transaction.
   */
  readonly pool: Pool;
  /** Of each statement of `kysely` and each statement in a transaction. */
  readonly bounds: StatementBounds;
  /** Waits for running queries, then closes every connection. */
  readonly close: () => Promise<void>;
}

/** If the server disappears, `statement_timeout` cannot fire; a client-side timer ends the query this much later. */
const MAX_MARGIN_MS = 5_000;

/**
 * Returns a database that connects on first use. Every wait is bounded by one of `options`. While PostgreSQL is unavailable, new
 * connections are tried one at a time, with growing pauses (`ConnectionGate`); other callers fail at once, or wait for an open
 * connection if the server only has no room for more (`WaitingPool`). Connections have no state that a pooler in transaction mode
 * would refuse or lose.
 */
export function createDatabase(options: DatabaseOptions): Database {
  const { statementMs = 30_000, lockMs = 5_000, maxEventAgeMs = DEFAULT_MAX_EVENT_AGE_MS } = options;
  const bounds = { statementMs, lockMs };
  const pool = new WaitingPool(poolConfig(options, statementMs));
  const report = options.onError ?? (() => undefined);
  // A checked-out client that loses its server emits `error` too: without a listener that ends the process.
  pool.on('connect', (client) => {
    client.on('error', report);
    const { processID: pid } = client as { readonly processID?: number | null };
    if (typeof pid === 'number') options.onBackend?.(pid);
  });
  pool.on('error', report);
  const endMeasuring = measure(pool, options);
  const kysely = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: kyselyPool(pool, bounds) }) });
  let closing: Promise<void> | undefined;
  return { kysely, maxEventAgeMs, pool, bounds, close: () => (closing ??= pool.end().finally(endMeasuring)) };
}

/** Returns a function that removes the pool from the metrics. */
function measure(pool: Pool, { metrics: registry, name, applicationName }: DatabaseOptions): () => void {
  if (registry === undefined) return () => undefined;
  const metrics = poolMetrics(registry, name ?? applicationName);
  measurePool(pool, metrics);
  return metrics.follow(pool);
}

function poolConfig(options: DatabaseOptions, statementMs: number): PoolConfig {
  const { connectMs = 5_000 } = options;
  return {
    connectionString: options.url,
    max: options.poolSize,
    application_name: options.applicationName,
    connectionTimeoutMillis: connectMs,
    query_timeout: statementMs + Math.min(statementMs, MAX_MARGIN_MS),
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: { getTypeParser },
    Client: gatedClient(createConnectionGate()),
  };
}

const asText = (value: string): string => value;

/** `int8` does not fit a number and `date` has no time zone: both stay text. `timestamptz` becomes a Date. */
const PARSERS: ReadonlyMap<number, (value: string) => unknown> = new Map<number, (value: string) => unknown>([
  [types.builtins.INT8, asText],
  [types.builtins.DATE, asText],
  [types.builtins.TIMESTAMPTZ, types.getTypeParser(types.builtins.TIMESTAMPTZ) as (value: string) => Date],
]);

const getTypeParser = ((oid: number, format?: 'text' | 'binary') =>
  PARSERS.get(oid) ??
  (types.getTypeParser as (oid: number, format?: string) => unknown)(oid, format)) as typeof types.getTypeParser;
