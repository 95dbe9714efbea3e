import type { HealthCheck, Metrics, NamedComponent } from '@sluice/runtime';
import path from 'node:path';
import type { PressureState } from '../pressure/assessPressure.js';
import { createBatchSpool, type BatchSpool } from './batchSpool.js';
import { createSpoolReplay, type ReplayDeps } from './createSpoolReplay.js';
import { spoolMetrics } from './spoolMetrics.js';

/** What spooling uses of the gateway. */
export interface SpoolingContext extends Omit<ReplayDeps, 'spool' | 'isReady'> {
  readonly pressure: () => PressureState;
  /** Whether both Redis connections are alive. */
  readonly isUsable: () => boolean;
  readonly metrics: Metrics;
}

/** The spool of a gateway, with its lifetime and readiness. */
export interface Spooling {
  readonly spool: BatchSpool;
  readonly components: readonly NamedComponent[];
  readonly checks: readonly HealthCheck[];
}

/** Returns the spool of a gateway, its replay and their metrics; `undefined` if no directory is set. */
export function createSpooling(
  context: SpoolingContext,
  { spoolDir, spoolMaxBytes }: { readonly spoolDir: string | undefined; readonly spoolMaxBytes: number },
): Spooling | undefined {
  if (spoolDir === undefined) return undefined;
  const { pressure, isUsable, clock, logger, metrics } = context;
  const spool = createBatchSpool({ directory: path.resolve(spoolDir), maxBytes: spoolMaxBytes }, { clock, logger });
  const isReady = (): boolean => isUsable() && !pressure().refuseAll;
  const replay = createSpoolReplay({ ...context, spool, isReady });
  spoolMetrics(metrics, { stats: spool.stats, counts: replay.counts, clock });
  return {
    spool,
    // Stopped in reverse order: requests in progress are answered first, and the replay ends before its spool.
    components: [
      { name: 'spool', start: spool.start, stop: spool.stop },
      { name: 'replay', start: replay.start, stop: replay.stop },
    ],
    checks: [{ name: 'spool', check: () => Promise.resolve(isReady() ? undefined : problemOf(spool)) }],
  };
}

/** Returns why the spool does not accept batches while Redis does not, either. */
function problemOf(spool: Pick<BatchSpool, 'hasRoom' | 'stats'>): string | undefined {
  const { entries, failure } = spool.stats();
  if (failure !== undefined) return `${failure.message}; Redis does not accept batches either: requests get 503`;
  if (!spool.hasRoom()) return `is full (${entries} batches) and Redis does not accept any: requests get 503`;
  return undefined;
}
