import { MINUTE_MS, type DestinationKind } from '@sluice/contract';
import { Counter, freshGauge, Histogram, type Clock, type Metrics } from '@sluice/runtime';
import type { RecordedFiring } from './sql/firings/recordFirings.js';

/** Age of a reading, in milliseconds, after which its gauges are removed: otherwise rules would see a frozen value. */
const MAX_AGE_MS = MINUTE_MS;

/** What waits, as read from the database. */
export interface AlertsWaiting {
  /** Age of the oldest signal that no decision has seen, in milliseconds; 0 if none waits. */
  readonly oldestSignalMs: number;
  /**
   * Time since the attempt that is due longest was due, in milliseconds; 0 if none is due. A repeated message is due at its next
   * attempt; those of paused destinations are not.
   */
  readonly oldestDeliveryMs: number;
  readonly pausedDestinations: number;
}

/** Metrics of alerts. */
export interface AlertsMetrics {
  /** Shows a reading of what waits, for a minute. */
  readonly showWaiting: (waiting: AlertsWaiting) => void;
  /** Removes the last reading, because the next one failed. */
  readonly clearWaiting: () => void;
  /** Counts firings that were stored. */
  readonly countFirings: (firings: readonly Pick<RecordedFiring, 'kind' | 'suppressedBy'>[]) => void;
  /** Counts an attempt to deliver a message. */
  readonly countDelivery: (destination: DestinationKind, result: 'sent' | 'retry' | 'dead') => void;
  /** Records the time from the signal, or from the due time of a message, to the request that was answered with success. */
  readonly observeLatency: (milliseconds: number) => void;
}

/** Registers the metrics of alerts. Labels are kinds: no rule, destination or project has a series of its own. */
export function createAlertsMetrics(registry: Metrics, clock: Clock): AlertsMetrics {
  const gauges = waitingGauges(registry, clock);
  const registers = [registry];
  const firings = new Counter({
    name: 'sluice_alerts_firings_total',
    help: 'Firings of rules by kind of condition or drop. `suppressed` is `no`, or why there is no message: `cooldown`, `muted`, `maintenance`.',
    labelNames: ['kind', 'suppressed'],
    registers,
  });
  const deliveries = new Counter({
    name: 'sluice_alerts_deliveries_total',
    help: 'Attempts to deliver a message, by kind of destination: `sent`, `retry` (repeated later), or `dead` (refused permanently).',
    labelNames: ['destination', 'result'],
    registers,
  });
  const latency = new Histogram({
    name: 'sluice_alerts_latency_seconds',
    help: 'Time from the signal, or from the due time of the message if that is later, until the destination has it.',
    buckets: [0.5, 1, 2, 3, 5, 10, 30, 60, 300, 1_800, 7_200],
    registers,
  });
  return {
    showWaiting: gauges.show,
    clearWaiting: gauges.clear,
    countFirings: (added) => {
      for (const { kind, suppressedBy } of added) firings.inc({ kind, suppressed: suppressedBy ?? 'no' });
    },
    countDelivery: (destination, result) => deliveries.inc({ destination, result }),
    observeLatency: (milliseconds) => latency.observe(milliseconds / 1_000),
  };
}

/** The gauges of {@link AlertsWaiting}. */
function waitingGauges(registry: Metrics, clock: Clock) {
  const options = { registry, clock, labelNames: [], maxAgeMs: MAX_AGE_MS } as const;
  const signal = freshGauge({
    ...options,
    name: 'sluice_alerts_oldest_signal_age_seconds',
    help: 'Age of the oldest change of an issue that no rule has been matched with; 0 if none waits.',
  });
  const delivery = freshGauge({
    ...options,
    name: 'sluice_alerts_oldest_delivery_age_seconds',
    help: 'How long the oldest attempt to deliver a message is overdue; 0 if none is due. A repeated message is due at its next attempt; messages of paused destinations are not due.',
  });
  const paused = freshGauge({
    ...options,
    name: 'sluice_alerts_paused_destinations',
    help: 'Destinations that are paused because they refused messages permanently.',
  });
  return {
    show: (waiting: AlertsWaiting) => {
      signal.show([{ labels: {}, value: waiting.oldestSignalMs / 1_000 }]);
      delivery.show([{ labels: {}, value: waiting.oldestDeliveryMs / 1_000 }]);
      paused.show([{ labels: {}, value: waiting.pausedDestinations }]);
    },
    clear: () => {
      for (const gauge of [signal, delivery, paused]) gauge.clear();
    },
  };
}
