import { MINUTE_MS, HOUR_MS, DAY_MS } from '@sluice/contract';
import { LATE_LOGS_MS, retentionBounds, withTaskLock, type Database, clearDeparted } from '@sluice/db';
import { SAMPLE_MS } from '@sluice/accounting';
import { openIgnored } from '@sluice/issues';
import { deleteStale } from './retention/sql/deleteStale.js';
import { deleteErasedSamples } from '@sluice/erasure';
import type { DepthReader } from '@sluice/queues';
import type { Allowance, Projection } from '@sluice/redis';
import { coalesce, periodicTask, type Clock, type Logger, type NamedComponent } from '@sluice/runtime';
import type { HousekeepingConfig } from './config.js';
import { clockProblem } from './clockProblem.js';
import { detectLosses, type LossGauge } from './losses/detectLosses.js';
import { closeErasures, runErasures } from './erasures/runErasures.js';
import { rollUpHours } from './endpoints/rollUpHours.js';
import { createLedgerTask } from './ledgers/createLedgerTask.js';
import { compactSeries } from './metrics/compactSeries.js';
import { READING_MS } from './readings/createReadings.js';
import { maintainPartitions } from './retention/maintainPartitions.js';
import { createRollups } from './rollups/createRollups.js';
import { retain } from './retention/retain.js';
import { createSettingsProjector } from './settings/createSettingsProjector.js';
import type { TaskMetrics } from './taskMetrics.js';

/** How long the erasures of an organization run before those of another have their turn. */
const ERASURE_TURN_MS = 1_000;
/** How much more seldom erasures that are done are looked after. */
const CLOSING = 30;

/** Dependencies of all tasks. */
export interface TaskDeps {
  readonly db: Database;
  readonly allowance: Allowance;
  readonly projection: Projection;
  readonly depth: DepthReader;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: TaskMetrics;
  /** Shows the number of events known to be lost. */
  readonly losses: LossGauge;
  /** Reads the gauges about the database. */
  readonly read: () => Promise<void>;
}

/** A task that runs periodically. */
export interface Task {
  readonly name: string;
  readonly periodMs: number;
  /** Whether only one process runs it at a time. */
  readonly exclusive: boolean;
  readonly work: (signal: AbortSignal) => Promise<void>;
}

/** All tasks, and a function that projects settings at once when a change is announced. */
export interface Tasks {
  readonly tasks: readonly Task[];
  readonly followSettings: () => void;
}

/**
 * Returns every task with its period. Tasks that must not run concurrently hold a lock of their name, so that several
 * processes share the work. The projection needs no lock and must not wait for a process that hangs.
 */
export function createTasks(deps: TaskDeps, config: HousekeepingConfig): Tasks {
  const { db, projection, clock, logger } = deps;
  const projector = createSettingsProjector(db, projection, { completeTtlMs: config.projectionCompleteTtlMs, clock });
  const follow = coalesce(projector.follow);
  const runLedgers = createLedgerTask({ ...deps, drainedAfterMs: config.drainedAfterMinutes * MINUTE_MS });
  const maxEventAgeMs = config.maxEventAgeHours * HOUR_MS;
  const task = (name: string, periodMs: number, work: Task['work']): Task => ({
    name,
    periodMs,
    work,
    exclusive: false,
  });
  const alone = (name: string, periodMs: number, work: Task['work']): Task => ({
    ...task(name, periodMs, work),
    exclusive: true,
  });
  return {
    tasks: [
      alone('partitions', config.partitionCheckMs, () => makePartitions(deps, config)),
      task('projection', config.projectionRebuildMs, projector.rebuild),
      task('settings', config.settingsPollMs, follow),
      alone('ledgers', config.ledgerSyncMs, runLedgers),
      alone('samples', HOURLY_CHECK_MS, () => deleteHourly(deps, config)),
      alone('losses', config.lossCheckMs, () => checkLosses(deps, config)),
      task('readings', READING_MS, deps.read),
      alone('metrics', config.metricCompactionMs, (signal) => compactSeries(db, clock(), signal)),
      alone('rollups', config.rollupMs, createRollups(deps, { historyMs: config.usageDays * DAY_MS, maxEventAgeMs })),
      alone('endpoints', config.rollupMs, (signal) => rollUpHours(db, signal)),
      alone('ignored', config.ignoredCheckMs, (signal) => openIgnoredIssues(db, signal)),
      alone('departures', config.ignoredCheckMs, (signal) => clearDepartedAssignees(db, signal)),
      alone('erasures', config.erasureMs, (signal) =>
        runErasures(deps, { batchRows: config.deleteBatchRows, turnMs: ERASURE_TURN_MS, maxEventAgeMs }, signal),
      ),
      alone('closing of erasures', Math.min(CLOSING * config.erasureMs, DAY_MS), async (signal) => {
        await closeErasures(deps, { openMs: (await daysOpen(deps, config)) * DAY_MS }, signal);
      }),
      alone('retention', config.retentionCheckMs, async (signal) => {
        const problem = await clockProblem(db, clock);
        // Deleted data is lost, so nothing is deleted by a wrong clock.
        if (problem !== undefined) throw new Error(problem);
        await retain(db, config, { now: clock(), logger, signal });
      }),
    ],
    followSettings: () => {
      follow().catch((error: unknown) => logger.debug({ err: error }, 'settings are projected by the next poll'));
    },
  };
}

/** Runs a task once. Resolves with false, without running it, if it is exclusive and another process runs it. */
export async function runTask(db: Database, task: Task, signal: AbortSignal): Promise<boolean> {
  const work = (): Promise<void> => task.work(signal);
  if (task.exclusive) return withTaskLock(db, task.name, work);
  await work();
  return true;
}

/** Returns a component that runs a task periodically. */
export function taskComponent({ db, logger, metrics }: TaskDeps, task: Task): NamedComponent {
  const { name, periodMs } = task;
  const run = async (signal: AbortSignal): Promise<void> => {
    await runTask(db, task, signal);
  };
  const { start, stop } = periodicTask(name, periodMs, logger, (signal) => metrics.time(name, () => run(signal)));
  return {
    name,
    start: () => {
      metrics.schedule(name, periodMs);
      return start();
    },
    stop,
  };
}

async function checkLosses(deps: TaskDeps, { drainedAfterMinutes }: HousekeepingConfig): Promise<void> {
  const { losses } = deps;
  try {
    await detectLosses({ ...deps, drainedAfterMs: drainedAfterMinutes * MINUTE_MS, show: losses.show });
  } catch (error) {
    losses.clear();
    throw error;
  }
}

/** Samples of refused events and ranges of late logs are kept for an hour: their own task, because retention may run less often. */
const HOURLY_CHECK_MS = 60_000;

async function deleteHourly({ db, clock }: TaskDeps, { deleteBatchRows }: HousekeepingConfig): Promise<void> {
  await deleteErasedSamples(db);
  for (const [kind, keptMs] of [
    ['refused_samples', SAMPLE_MS],
    ['late_logs', LATE_LOGS_MS],
  ] as const) {
    let deleted: number;
    do deleted = await deleteStale(db, kind, clock() - keptMs, deleteBatchRows);
    while (deleted >= deleteBatchRows);
  }
}

/** How long events may still be stored that arrived before an erasure: as long as a dead letter or a receipt is kept. */
async function daysOpen({ db }: TaskDeps, { deadLetterDays, receiptHours }: HousekeepingConfig): Promise<number> {
  const { longest } = await retentionBounds(db);
  return Math.max(deadLetterDays, longest) + Math.ceil(receiptHours / 24) + 1;
}

async function makePartitions({ db, clock, logger }: TaskDeps, config: HousekeepingConfig): Promise<void> {
  const created = await maintainPartitions(db, clock(), config);
  if (created.length > 0) logger.info({ count: created.length, last: created.at(-1) }, 'partitions created');
}

/** Issues of one statement. */
const ISSUE_BATCH = 1_000;

async function openIgnoredIssues(db: Database, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await openIgnored(db, ISSUE_BATCH)) === ISSUE_BATCH);
}

async function clearDepartedAssignees(db: Database, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await clearDeparted(db, ISSUE_BATCH)) === ISSUE_BATCH);
}
