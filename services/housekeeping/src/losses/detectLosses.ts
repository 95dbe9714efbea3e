import { EVENT_TYPES, startOfHour } from '@sluice/contract';
import type { Database } from '@sluice/db';
import { findLosses, deleteAcknowledged, listLosses, RECENT_LOSS_MS, type Loss } from '@sluice/accounting';
import type { DepthReader } from '@sluice/queues';
import { freshGauge, type Clock, type Logger, type Metrics } from '@sluice/runtime';
import { drainedThrough, publishedSince } from '../ledgers/drainedThrough.js';

/** Dependencies of the task. */
export interface LossDeps {
  readonly db: Database;
  readonly depth: Pick<DepthReader, 'read'>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Setting `DRAINED_AFTER_MINUTES`, in milliseconds. */
  readonly drainedAfterMs: number;
  /** Receives the number of lost events of all types, if it changed. */
  readonly show: (events: number) => void;
}

/** Hours that are compared: spooled events may be stored late. */
const HOURS_BACK = 72;
/** Losses are rare: of more than these only a part is summed. */
const MOST_LOSSES = 1_000;
/** Tolerated clock difference: jobs have a gateway's time, readings this process's. */
const CLOCKS_MS = 60_000;

/**
 * Finds acknowledged events that were never stored, for example because Redis lost its last second. An hour is compared
 * once it is drained. A missing event is reported by a later run that finds the same count of acknowledged events, all
 * of whose jobs have left the queues. The state between runs is in the database. Events that are stored later are
 * subtracted again.
 *
 * A reported loss is real, with one exception: a batch that Redis lost and the client sent again was acknowledged twice
 * and is stored once. A killed gateway does not record the acknowledgements of its last seconds, which may hide a small
 * loss.
 */
export async function detectLosses({ db, depth, clock, logger, drainedAfterMs, show }: LossDeps): Promise<void> {
  const now = clock();
  // Depths before counts: events that are not in a queue now are stored by the time the counts are read.
  const depths = await Promise.all(EVENT_TYPES.map((type) => depth.read(type)));
  const throughHour = drainedThrough(depths, now, drainedAfterMs);
  const fromHour = throughHour - HOURS_BACK;
  const drainedMs = depths.some(({ jobs }) => jobs > 0) ? publishedSince(depths, now) - CLOCKS_MS : now;
  const { found, recovered: healed } = await findLosses(db, { fromHour, throughHour, drainedMs, clock });
  for (const loss of found) {
    logger.error(shown(loss), 'acknowledged events were never stored; Redis may have lost data');
  }
  for (const loss of healed) logger.info(shown(loss), 'events reported as lost are stored now');
  const news = (await listLosses(db, MOST_LOSSES)).filter(({ foundMs }) => now - foundMs < RECENT_LOSS_MS);
  show(news.reduce((sum, { lost }) => sum + lost, 0));
  await deleteAcknowledged(db, fromHour);
}

const shown = ({ hour, ...counts }: Loss): object => ({ hour: new Date(startOfHour(hour)).toISOString(), ...counts });

/** The gauge of lost events. */
export interface LossGauge {
  readonly show: (events: number) => void;
  /** Removes the number, because it could not be read. */
  readonly clear: () => void;
}

/** Checks of which none succeeded before the number is removed: another process may have had the lock. */
const MISSED_CHECKS = 5;

/** Registers the gauge of lost events. @param checkMs time between two checks */
export function lossGauge(registry: Metrics, { checkMs, clock }: { checkMs: number; clock: Clock }): LossGauge {
  const gauge = freshGauge({
    name: 'sluice_lost_events',
    help: 'Events that gateways acknowledged and workers never stored, found within the last seven days.',
    labelNames: [],
    registry,
    maxAgeMs: MISSED_CHECKS * checkMs,
    clock,
  });
  return { show: (value) => gauge.show([{ labels: {}, value }]), clear: gauge.clear };
}
