import { EVENT_TYPES, startOfHour } from '@sluice/contract';
import { findLosses, deleteAcknowledged, listLosses, RECENT_LOSS_MS, type Database, type Loss } from '@sluice/db';
import type { DepthReader } from '@sluice/queues';
import { Gauge, type Clock, type Logger, type Metrics } from '@sluice/runtime';
import { drainedThrough, publishedSince } from '../ledgers/drainedThrough.js';

/** What watching for losses needs. */
export interface LossDeps {
  readonly db: Database;
  readonly depth: Pick<DepthReader, 'read'>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** See `drainedAfterMinutes` of the settings, in milliseconds. */
  readonly drainedAfterMs: number;
  /** Told how many events of all types were lost, as far as that is news. */
  readonly show: (events: number) => void;
}

/** Hours that are compared: what a spool held may be stored late. */
const HOURS_BACK = 72;
/** Losses are rare: of more than these the sum is told only in part. */
const MOST_LOSSES = 1_000;
/** How far clocks may be apart: a job's age is told by a gateway's, a look's time by this one. */
const CLOCKS_MS = 60_000;

/**
 * Finds acknowledged events that were never stored: a Redis that lost its last second tells nobody. An hour is compared once it
 * is drained, and what is missing is told by a later look that finds the same count of acknowledged events, all of whose jobs have left
 * the queues by then. What looks keep for each other is in the database, and what is stored after all is taken back.
 *
 * A loss that is told is then one, but for a batch that Redis lost and the client sent again: it was acknowledged twice and is stored
 * once. What a gateway that was killed did not note in its last seconds is missing on the other side: a small loss beside it may
 * stay untold.
 */
export async function detectLosses({ db, depth, clock, logger, drainedAfterMs, show }: LossDeps): Promise<void> {
  const now = clock();
  // Depths before counts: what is not in a queue now has been stored by the time the counts are read.
  const depths = await Promise.all(EVENT_TYPES.map((type) => depth.read(type)));
  const throughHour = drainedThrough(depths, now, drainedAfterMs);
  const fromHour = throughHour - HOURS_BACK;
  const drainedMs = depths.some(({ jobs }) => jobs > 0) ? publishedSince(depths, now) - CLOCKS_MS : now;
  const { found, recovered: healed } = await findLosses(db, { fromHour, throughHour, drainedMs, clock });
  for (const loss of found) {
    logger.error(shown(loss), 'events that were acknowledged were never stored: did Redis lose what it had?');
  }
  for (const loss of healed) logger.info(shown(loss), 'events that counted as lost are stored after all');
  const news = (await listLosses(db, MOST_LOSSES)).filter(({ foundMs }) => now - foundMs < RECENT_LOSS_MS);
  show(news.reduce((sum, { lost }) => sum + lost, 0));
  await deleteAcknowledged(db, fromHour);
}

const shown = ({ hour, ...counts }: Loss): object => ({ hour: new Date(startOfHour(hour)).toISOString(), ...counts });

/** The gauge that {@link LossDeps.show} sets. */
export function lossGauge(metrics: Metrics): (events: number) => void {
  const gauge = new Gauge({
    name: 'sluice_lost_events',
    help: 'Events that gateways acknowledged and workers never stored, found within the last seven days.',
    registers: [metrics],
  });
  return (events) => gauge.set(events);
}
