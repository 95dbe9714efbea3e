import { retentionBounds, withTaskLock, type Database } from '@sluice/db';
import type { DepthReader } from '@sluice/queues';
import type { Allowance, Projection } from '@sluice/redis';
import { every, type Clock, type Logger, type NamedComponent } from '@sluice/runtime';
import type { HousekeepingConfig } from './config.js';
import { createLedgerKeeper } from './ledgers/keepLedgers.js';
import { deleteShortRetention } from './retention/deleteShortRetention.js';
import { deleteStaleRecords } from './retention/deleteStaleRecords.js';
import { dropExpiredPartitions } from './retention/dropExpiredPartitions.js';
import { keepPartitions } from './retention/keepPartitions.js';
import { createSettingsProjector } from './settings/createSettingsProjector.js';
import { soon } from './settings/soon.js';
import type { TaskMetrics } from './taskMetrics.js';

/** What the tasks share. */
export interface TaskDeps {
  readonly db: Database;
  readonly allowance: Allowance;
  readonly projection: Projection;
  readonly depth: DepthReader;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: TaskMetrics;
}

/** All tasks as components, and a way to follow settings at once when a change is announced. */
export interface Tasks {
  readonly components: readonly NamedComponent[];
  readonly followSettings: () => void;
}

/**
 * Every task of housekeeping with its period. Those that must not run twice at once hold a lock of their name, so that
 * several housekeepers share the work; the projection needs none, and must not wait for a housekeeper that hangs.
 */
export function createTasks(deps: TaskDeps, config: HousekeepingConfig): Tasks {
  const { db, projection, logger, metrics } = deps;
  const projector = createSettingsProjector(db, projection, config.projectionCompleteTtlMs);
  const follow = soon(projector.follow);
  const keepLedgers = createLedgerKeeper({ ...deps, drainedAfterMs: config.drainedAfterMinutes * 60_000 });
  const task = (name: string, periodMs: number, work: (signal: AbortSignal) => Promise<void>): NamedComponent => ({
    name,
    ...every(name, periodMs, logger, (signal) => metrics.time(name, () => work(signal))),
  });
  const alone = (name: string, periodMs: number, work: (signal: AbortSignal) => Promise<void>): NamedComponent =>
    task(name, periodMs, async (signal) => {
      await withTaskLock(db, name, () => work(signal));
    });
  return {
    components: [
      alone('partitions', config.partitionsMs, () => makePartitions(deps, config)),
      task('projection', config.projectionRebuildMs, projector.rebuild),
      task('settings', config.settingsPollMs, follow),
      alone('ledgers', config.ledgerMs, keepLedgers),
      alone('retention', config.retentionMs, (signal) => retain(deps, config, signal)),
    ],
    followSettings: () => {
      follow().catch((error: unknown) => logger.debug({ err: error }, 'settings wait for the next look'));
    },
  };
}

async function makePartitions({ db, clock, logger }: TaskDeps, config: HousekeepingConfig): Promise<void> {
  const created = await keepPartitions(db, clock(), config);
  if (created.length > 0) logger.info({ count: created.length, last: created.at(-1) }, 'partitions made');
}

/** Cheap before dear: whole partitions first, then what is left to be deleted row by row. */
async function retain({ db, clock, logger }: TaskDeps, config: HousekeepingConfig, signal: AbortSignal): Promise<void> {
  const now = clock();
  const { longest } = await retentionBounds(db);
  const dropped = await dropExpiredPartitions(db, now, { eventDays: longest, receiptHours: config.receiptHours });
  const expired = await deleteShortRetention(db, now, { longest, rows: config.deleteRows, signal });
  const stale = await deleteStaleRecords(db, now, config, { longest, signal });
  if (dropped.length > 0 || expired > 0 || Object.values(stale).some((count: number) => count > 0)) {
    logger.info({ dropped, expired, stale }, 'retention applied');
  }
}
