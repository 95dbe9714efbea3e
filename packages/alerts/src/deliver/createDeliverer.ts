import { coalesce } from '@sluice/runtime';
import { setMaxListeners } from 'node:events';
import { claimDeliveries, type ClaimedDelivery } from '../sql/deliveries/claimDeliveries.js';
import { attemptDelivery } from './attemptDelivery.js';
import type { DeliveryDeps } from './sending.js';

/** Sends deliveries that are due. */
export interface Deliverer {
  /**
   * Claims due deliveries while slots are free, and begins them; resolves when no further one can begin. Attempts may
   * still be in flight: whenever one ends, another is begun, until the signal.
   */
  readonly beginDue: (signal: AbortSignal) => Promise<void>;
  /**
   * Resolves when all that were begun have ended. After `graceMs` milliseconds, attempts without an answer are aborted and released:
   * another process repeats them with the same id.
   */
  readonly finish: (graceMs: number) => Promise<void>;
}

/** Messages that a process sends to one destination at the same time, so that a slow receiver does not use all slots. */
const MOST_PER_DESTINATION = 2;

/**
 * Creates a deliverer. A delivery whose process dies is claimed again after its lease: it is sent at least once, each time with the
 * same id and message. One organization gets at most half of the slots, and a quarter is reserved for organizations without any: slow receivers
 * of a few organizations do not block the rest.
 */
export function createDeliverer(
  deps: DeliveryDeps,
  { atOnce, claimMs }: { readonly atOnce: number; readonly claimMs: number },
): Deliverer {
  const { db, logger } = deps;
  const running = new Map<Promise<void>, ClaimedDelivery>();
  const ending = new AbortController();
  // Each attempt listens; Node warns of a leak at more than ten.
  setMaxListeners(0, ending.signal);
  const shares = { perDestination: MOST_PER_DESTINATION, perOrganization: Math.max(1, Math.floor(atOnce / 2)) };
  const kept = Math.floor(atOnce / 4);
  const begin = (delivery: ClaimedDelivery, signal: AbortSignal): void => {
    const attempt = attemptDelivery(deps, delivery, ending.signal)
      .catch((error: unknown) => {
        // The claim ends, and the delivery is attempted again.
        logger.warn({ err: error, delivery: delivery.id }, 'delivery failed; it is attempted again');
      })
      .finally(() => {
        running.delete(attempt);
        // Waiting for the next period would cap throughput at one batch of claims per period.
        beginDue(signal).catch((error: unknown) => {
          logger.debug({ err: error }, 'due deliveries could not be claimed');
        });
      });
    running.set(attempt, delivery);
  };
  const take = async (limit: number, perOrganization: number, signal: AbortSignal): Promise<number> => {
    if (limit < 1) return 0;
    const options = { limit, leaseMs: claimMs, ...shares, perOrganization, running: [...running.values()] };
    const claimed = await claimDeliveries(db, options);
    for (const delivery of claimed) begin(delivery, signal);
    return claimed.length;
  };
  const claim = async (signal: AbortSignal): Promise<void> => {
    const free = atOnce - running.size;
    if (free < 1 || signal.aborted) return;
    const open = Math.max(0, free - kept);
    const taken = await take(open, shares.perOrganization, signal);
    // Fewer: the shares allow no more.
    if (taken === open) await take(free - open, 1, signal);
  };
  const beginDue = coalesce(claim);
  return {
    beginDue,
    finish: async (graceMs) => {
      const end = setTimeout(() => ending.abort(), graceMs);
      // Waits for a claim in progress, whose deliveries are attempted, too.
      await beginDue(AbortSignal.abort()).catch(() => undefined);
      await Promise.all(running.keys());
      clearTimeout(end);
    },
  };
}
