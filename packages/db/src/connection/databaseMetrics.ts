import { Counter, Gauge, Histogram, registerOnce, type Metrics } from '@sluice/runtime';
import type { Pool } from 'pg';
import type { ErrorClass } from './classifyError.js';

/** Kind of a statement, by its first word; `control` is everything of a transaction except its commit. */
export type StatementKind =
  'select' | 'insert' | 'update' | 'delete' | 'with' | 'copy' | 'commit' | 'control' | 'other';

/** Metrics of one pool. */
export interface PoolMetrics {
  /** Records how long a caller waited for a connection, in milliseconds, and whether it got one. */
  readonly observeWait: (ms: number, failed: boolean) => void;
  /** Records a statement. @param failure the class of its error */
  readonly observeStatement: (kind: StatementKind, ms: number, failure?: ErrorClass) => void;
  /** Shows the connections of a pool until the returned function is called. */
  readonly follow: (pool: Pool) => () => void;
}

const WAIT_SECONDS = [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const STATEMENT_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Returns the metrics of the pool `name`; the pools of a process share a registry. */
export function poolMetrics(registry: Metrics, name: string): PoolMetrics {
  const { waits, failures, statements, errors } = familyOf(registry);
  const pools = poolsOf(registry);
  return {
    observeWait: (ms, failed) => {
      waits.observe({ pool: name }, ms / 1_000);
      if (failed) failures.inc({ pool: name });
    },
    observeStatement: (kind, ms, failure) => {
      statements.observe({ pool: name, statement: kind }, ms / 1_000);
      if (failure !== undefined) errors.inc({ pool: name, class: failure });
    },
    follow: (pool) => {
      const followed = { name, pool };
      pools.add(followed);
      return () => pools.delete(followed);
    },
  };
}

function familyOf(registry: Metrics) {
  const registers = [registry];
  const once = <M>(name: string, make: (base: { name: string; registers: Metrics[] }) => M): M =>
    registerOnce(registry, name, () => make({ name, registers }));
  return {
    waits: once('sluice_db_pool_wait_seconds', (base) => {
      const help = 'How long callers waited for a connection to PostgreSQL, failures included';
      return new Histogram({ ...base, help, labelNames: ['pool'], buckets: WAIT_SECONDS });
    }),
    failures: once('sluice_db_pool_failures_total', (base) => {
      const help = 'Callers that got no connection: the pool is exhausted, or PostgreSQL does not accept one';
      return new Counter({ ...base, help, labelNames: ['pool'] });
    }),
    statements: once('sluice_db_statement_seconds', (base) => {
      const help = 'Duration of statements by kind, seen by the client';
      return new Histogram({ ...base, help, labelNames: ['pool', 'statement'], buckets: STATEMENT_SECONDS });
    }),
    errors: once('sluice_db_statement_errors_total', (base) => {
      const help = 'Failed statements by what the failure means: data, conflict, no_partition, outage';
      return new Counter({ ...base, help, labelNames: ['pool', 'class'] });
    }),
  };
}

interface FollowedPool {
  readonly name: string;
  readonly pool: Pool;
}

const POOLS = new WeakMap<Metrics, Set<FollowedPool>>();

/** The open pools of a registry, whose connections two gauges count at each scrape. */
function poolsOf(registry: Metrics): Set<FollowedPool> {
  const known = POOLS.get(registry);
  if (known !== undefined) return known;
  const pools = new Set<FollowedPool>();
  POOLS.set(registry, pools);
  const registers = [registry];
  const connections: Gauge<'pool' | 'state'> = new Gauge({
    name: 'sluice_db_pool_connections',
    help: 'Open connections to PostgreSQL, idle or active',
    labelNames: ['pool', 'state'],
    registers,
    collect: () => {
      connections.reset();
      for (const { name, pool } of pools) {
        connections.inc({ pool: name, state: 'idle' }, pool.idleCount);
        connections.inc({ pool: name, state: 'active' }, pool.totalCount - pool.idleCount);
      }
    },
  });
  const waiting: Gauge<'pool'> = new Gauge({
    name: 'sluice_db_pool_waiting_callers',
    help: 'Callers that wait for a connection now',
    labelNames: ['pool'],
    registers,
    collect: () => {
      waiting.reset();
      for (const { name, pool } of pools) waiting.inc({ pool: name }, pool.waitingCount);
    },
  });
  return pools;
}
