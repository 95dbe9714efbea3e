import type { Clock, HealthCheck, Logger, Metrics, NamedComponent } from '@sluice/runtime';
import path from 'node:path';
import type { GatewayConfig } from '../config.js';
import type { Backends } from '../connectBackends.js';
import { createBatchSpool, type BatchSpool } from './batchSpool.js';
import { createReplay, type ReplayDeps } from './createReplay.js';
import { spoolMetrics } from './spoolMetrics.js';

/** What spooling needs of the gateway around it. */
export interface SpoolingContext extends Pick<Backends, 'allowance' | 'publisher' | 'pressure' | 'isUsable'> {
  readonly seedLedger: (organizationId: string) => Promise<void>;
  readonly onAcknowledged: ReplayDeps['onAcknowledged'];
  readonly settleMs: number;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/** Everything of a gateway that spools. */
export interface Spooling {
  readonly spool: BatchSpool;
  readonly components: readonly NamedComponent[];
  readonly checks: readonly HealthCheck[];
}

/** The spool of a gateway, its replay and what is shown of both; `undefined` where no directory is set. */
export function createSpooling(
  needs: SpoolingContext,
  { spoolDir, spoolMaxBytes }: Pick<GatewayConfig, 'spoolDir' | 'spoolMaxBytes'>,
): Spooling | undefined {
  if (spoolDir === undefined) return undefined;
  const { pressure, isUsable, clock, logger, metrics } = needs;
  const spool = createBatchSpool({ directory: path.resolve(spoolDir), maxBytes: spoolMaxBytes }, { clock, logger });
  const isReady = (): boolean => isUsable() && !pressure.current().refuseAll;
  const replay = createReplay({ ...needs, spool, isReady });
  spoolMetrics(metrics, { stats: spool.stats, counts: replay.counts, clock });
  return {
    spool,
    // Stopped in the reverse order: requests under way have been answered by then, and the replay ends before its spool.
    components: [
      { name: 'spool', start: spool.start, stop: spool.stop },
      { name: 'replay', start: replay.start, stop: replay.stop },
    ],
    checks: [{ name: 'spool', check: () => Promise.resolve(isReady() ? undefined : problemOf(spool)) }],
  };
}

/** What keeps a spool from taking batches, now that Redis does not. */
function problemOf(spool: Pick<BatchSpool, 'hasRoom' | 'stats'>): string | undefined {
  const { entries, failure } = spool.stats();
  if (failure !== undefined) return `${failure.message}; redis cannot take batches either: requests get 503`;
  if (!spool.hasRoom()) return `is full (${entries} batches) and redis cannot take any: requests get 503`;
  return undefined;
}
