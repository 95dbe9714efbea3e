import type { BacklogState, MemoryPressure } from '@sluice/redis';

/** What is refused for now. */
export interface PressureState {
  /** Redis is nearly full: everything is a 503. */
  readonly refuseAll: boolean;
  /** Redis is filling: batches are recognized for a shorter time. */
  readonly isFilling: boolean;
  /** For how many seconds spans and replays are held off; `undefined`: they are not. */
  readonly holdOffSeconds: number | undefined;
}

/** What a gateway sees when it looks. */
export interface PressureReadings {
  /** Of every Redis server in use. */
  readonly memory: readonly MemoryPressure[];
  readonly backlog: BacklogState;
  /** Events of spans and replays published and not finished; read only while the monitor is dead. */
  readonly waitingEvents: number | undefined;
}

/** The marks of `config.ts`. */
export interface PressureThresholds {
  readonly refuseAllPercent: number;
  readonly refuseBulkyPercent: number;
  readonly backlogEvents: number;
}

/** Hold-off that is named when there is no estimate of the monitor's. */
const DEFAULT_HOLD_OFF_SECONDS = 30;
const MIN_HOLD_OFF_SECONDS = 5;
const MAX_HOLD_OFF_SECONDS = 60;

/** No pressure: what holds before the first look. */
export const NO_PRESSURE: PressureState = { refuseAll: false, isFilling: false, holdOffSeconds: undefined };

/**
 * Design 3.9. The monitor's flag decides on spans and replays while the monitor lives; while it does not, the
 * gateway's own look at the depth does, with two marks (`wasHeldOff` chooses the lower). Memory counts in any case.
 */
export function assessPressure(
  readings: PressureReadings,
  marks: PressureThresholds,
  wasHeldOff: boolean,
): PressureState {
  const { memory, backlog, waitingEvents = 0 } = readings;
  const percent = Math.max(
    0,
    ...memory.map(({ usedBytes, maxBytes }) => (maxBytes > 0 ? (100 * usedBytes) / maxBytes : 0)),
  );
  const isFilling = percent >= marks.refuseBulkyPercent;
  const mark = wasHeldOff ? marks.backlogEvents / 2 : marks.backlogEvents;
  const estimate = backlog.monitorAlive ? backlog.holdOffSeconds : undefined;
  const isBehind = backlog.monitorAlive ? estimate !== undefined : waitingEvents >= mark;
  return {
    refuseAll: percent >= marks.refuseAllPercent,
    isFilling,
    holdOffSeconds: isFilling || isBehind ? bounded(estimate ?? DEFAULT_HOLD_OFF_SECONDS) : undefined,
  };
}

const bounded = (seconds: number): number =>
  Math.min(MAX_HOLD_OFF_SECONDS, Math.max(MIN_HOLD_OFF_SECONDS, Math.ceil(seconds)));
