import type { BacklogState, MemoryPressure } from '@sluice/redis';

/** What the gateway currently refuses. */
export interface PressureState {
  /** Redis is nearly full: every batch goes to the spool, or gets 503 without one. */
  readonly refuseAll: boolean;
  /** Redis is filling: duplicates are recognized for a shorter time. */
  readonly isFilling: boolean;
  /** Hold-off for spans and replays, in seconds; `undefined`: they are accepted. */
  readonly holdOffSeconds: number | undefined;
}

/** Readings from which pressure is assessed. */
export interface PressureReadings {
  /** Of every Redis server in use. */
  readonly memory: readonly MemoryPressure[];
  readonly backlog: BacklogState;
  /** Published and unfinished spans and replays; read only while the backlog monitor is dead. */
  readonly waitingEvents: number | undefined;
}

/** Thresholds, see `config.ts`. */
export interface PressureThresholds {
  readonly refuseAllPercent: number;
  readonly refuseBulkyPercent: number;
  readonly backlogEvents: number;
}

/** Hold-off in seconds without an estimate of the monitor. */
const DEFAULT_HOLD_OFF_SECONDS = 30;
const MIN_HOLD_OFF_SECONDS = 5;
const MAX_HOLD_OFF_SECONDS = 60;

/** The state before the first check. */
export const NO_PRESSURE: PressureState = { refuseAll: false, isFilling: false, holdOffSeconds: undefined };

/**
 * Design 3.9. The monitor's flag decides about spans and replays while the monitor is alive; otherwise the depth of the
 * queues does, with hysteresis (`wasHeldOff` selects the lower threshold). Memory always counts.
 */
export function assessPressure(
  readings: PressureReadings,
  thresholds: PressureThresholds,
  wasHeldOff: boolean,
): PressureState {
  const { memory, backlog, waitingEvents = 0 } = readings;
  const percent = Math.max(
    0,
    ...memory.map(({ usedBytes, maxBytes }) => (maxBytes > 0 ? (100 * usedBytes) / maxBytes : 0)),
  );
  const isFilling = percent >= thresholds.refuseBulkyPercent;
  const limit = wasHeldOff ? thresholds.backlogEvents / 2 : thresholds.backlogEvents;
  const estimate = backlog.monitorAlive ? backlog.holdOffSeconds : undefined;
  const isBehind = backlog.monitorAlive ? estimate !== undefined : waitingEvents >= limit;
  return {
    refuseAll: percent >= thresholds.refuseAllPercent,
    isFilling,
    holdOffSeconds: isFilling || isBehind ? bounded(estimate ?? DEFAULT_HOLD_OFF_SECONDS) : undefined,
  };
}

const bounded = (seconds: number): number =>
  Math.min(MAX_HOLD_OFF_SECONDS, Math.max(MIN_HOLD_OFF_SECONDS, Math.ceil(seconds)));
