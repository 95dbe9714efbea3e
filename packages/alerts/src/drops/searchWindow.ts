import { MINUTE_MS, HOUR_MS, hourOf, startOfHour } from '@sluice/contract';
import type { IsOver } from '../isOver.js';

/** Times of an evaluation of drops, milliseconds since 1970. */
export interface DropTimes {
  readonly nowMs: number;
  /** Events of all types that arrived before this time are stored: silence is known only then. */
  readonly settledMs: number;
  /** Called at the beginning of each search. Returns whether the search should leave further work to the next evaluation. Default: never. */
  readonly startSearch?: () => IsOver;
  /** Gets each error, and the name of its search. */
  readonly onFailure?: (search: string, error: unknown) => void;
}

/** How far a search for drops looks. */
export interface SearchWindow extends DropTimes {
  /** Until when an earlier evaluation has recorded the search's drops, at most {@link LOOK_BACK_MS} before now. */
  readonly sinceMs: number;
  /** No evaluation of this hour has succeeded yet. */
  readonly isFirstOfHour: boolean;
}

/** How far back drops are searched for. */
const LOOK_BACK_MS = 48 * HOUR_MS;

/** How long after its end every evaluation still searches an hour or day: most counts are stored some seconds late. */
const LATE_MS = 10 * MINUTE_MS;

/** Returns how far a search looks. @param untilMs until when it looked; `undefined`: never */
export function searchWindow(times: DropTimes, untilMs: number | undefined): SearchWindow {
  const { nowMs } = times;
  const sinceMs = Math.min(nowMs, Math.max(untilMs ?? 0, nowMs - LOOK_BACK_MS));
  return { ...times, sinceMs, isFirstOfHour: untilMs === undefined || hourOf(untilMs) !== hourOf(nowMs) };
}

/**
 * Returns when counts begin that a search reads again: the first evaluation of an hour reads all that may have been stored since, however late,
 * and what it finds again is recorded already; the others read the last minutes.
 */
export const countedFrom = ({ nowMs, isFirstOfHour }: SearchWindow): number =>
  nowMs - (isFirstOfHour ? LOOK_BACK_MS : LATE_MS);

/** Returns the starts of the periods from the one that includes `fromMs` to the one that includes `throughMs`, the last one first. */
export function periodsOf(fromMs: number, throughMs: number, periodMs: number): readonly number[] {
  const starts: number[] = [];
  for (let startMs = throughMs - (throughMs % periodMs); startMs + periodMs > fromMs; startMs -= periodMs)
    starts.push(startMs);
  return starts;
}

/** Returns the start of the last hour that is over. */
export const lastHour = (nowMs: number): number => startOfHour(hourOf(nowMs) - 1);

/** Returns the time from which on counts may still be stored late. */
export const lateBefore = (ms: number): number => ms - LATE_MS;
