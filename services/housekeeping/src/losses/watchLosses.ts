import { EVENT_TYPES, startOfHour } from '@sluice/contract';
import { findLosses, forgetAcknowledged, listLosses, type Database } from '@sluice/db';
import type { DepthReader } from '@sluice/queues';
import { Gauge, type Clock, type Logger, type Metrics } from '@sluice/runtime';
import { drainedThrough } from '../ledgers/drainedThrough.js';

/** What watching for losses needs. */
export interface LossDeps {
  readonly db: Database;
  readonly depth: Pick<DepthReader, 'read'>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** See `drainedAfterMinutes` of the settings, in milliseconds. */
  readonly drainedAfterMs: number;
  /** Told how many events of all types are known to be lost. */
  readonly show: (events: number) => void;
}

/** Hours that are compared again and again: what a spool held may be stored late. */
const HOURS_BACK = 72;
/** Losses are rare: of more than these the sum is told only in part. */
const MOST_LOSSES = 1_000;

/**
 * Finds acknowledged events that were never stored: a Redis that lost its last second tells nobody. Hours are compared once their
 * queues are drained. What a gateway that was killed did not note in its last seconds is missing on the other side: so a
 * loss that is told is one, and a small one beside a killed gateway may stay untold. One exception: where a Redis lost a
 * batch and the client sent it again, it was acknowledged twice and is stored once.
 */
export async function watchLosses({ db, depth, clock, logger, drainedAfterMs, show }: LossDeps): Promise<void> {
  const now = clock();
  // Depths before counts: what is not in a queue now has been stored by the time the counts are read.
  const depths = await Promise.all(EVENT_TYPES.map((type) => depth.read(type)));
  const throughHour = drainedThrough(depths, now, drainedAfterMs);
  const fromHour = throughHour - HOURS_BACK;
  for (const { hour, type, acknowledged, stored } of await findLosses(db, { fromHour, throughHour })) {
    logger.error(
      { hour: new Date(startOfHour(hour)).toISOString(), type, acknowledged, stored, lost: acknowledged - stored },
      'events that were acknowledged were never stored: did Redis lose what it had?',
    );
  }
  const known = await listLosses(db, MOST_LOSSES);
  show(known.reduce((sum, { acknowledged, stored }) => sum + acknowledged - stored, 0));
  await forgetAcknowledged(db, fromHour);
}

/** The gauge that {@link LossDeps.show} sets. */
export function lossGauge(metrics: Metrics): (events: number) => void {
  const gauge = new Gauge({
    name: 'sluice_lost_events',
    help: 'Events that gateways acknowledged and workers never stored, of all hours that were compared.',
    registers: [metrics],
  });
  return (events) => gauge.set(events);
}
