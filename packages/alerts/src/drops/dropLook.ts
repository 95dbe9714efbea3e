import { HOUR_MS, hourOf, startOfHour } from '@sluice/contract';
import type { IsOver } from '../isOver.js';

/** Times of an evaluation of drops, milliseconds since 1970. */
export interface DropTimes {
  readonly nowMs: number;
  /** Events of all types that arrived before this time are stored: silence is known only then. */
  readonly settledMs: number;
  /** Called at the beginning of each search; the result is asked before work that a later search may do. Default: never over. */
  readonly startSearch?: () => IsOver;
  /** Gets each error, and the name of its search. */
  readonly onFailure?: (search: string, error: unknown) => void;
}

/** How far a search for drops looks. */
export interface DropLook extends DropTimes {
  /** Until when an earlier evaluation has recorded what the search finds, at most {@link LOOK_BACK_MS} before now. */
  readonly sinceMs: number;
  /** No evaluation of this hour has succeeded yet. */
  readonly isFirstOfHour: boolean;
}

/** How far back drops are looked for. */
const LOOK_BACK_MS = 48 * HOUR_MS;

/** How long the hour or day before is looked at by every evaluation: most counts are stored some seconds late. */
const LATE_MS = 600_000;

/** Returns how far a search looks. @param untilMs until when it looked; `undefined`: never */
export function lookOf(times: DropTimes, untilMs: number | undefined): DropLook {
  const { nowMs } = times;
  const sinceMs = Math.min(nowMs, Math.max(untilMs ?? 0, nowMs - LOOK_BACK_MS));
  return { ...times, sinceMs, isFirstOfHour: untilMs === undefined || hourOf(untilMs) !== hourOf(nowMs) };
}

/**
 * Returns when counts begin that a search reads again: the first evaluation of an hour reads all that may have been stored since, however late,
 * and what it finds again is recorded already; the others read the last minutes.
 */
export const countedFrom = ({ nowMs, isFirstOfHour }: DropLook): number =>
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

/** Returns a time a little before: what happened there may be stored later. */
export const lateBefore = (ms: number): number => ms - LATE_MS;
