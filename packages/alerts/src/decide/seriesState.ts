import { MINUTE_MS, startOfMinute } from '@sluice/contract';

/** Minutes that are evaluated after the evaluation was unavailable, or a rule was new or enabled; earlier ones are left out. */
export const MOST_CATCH_UP_MINUTES = 60;

/** What is known of a series. Times are milliseconds since 1970. */
export interface SeriesState {
  readonly state: 'ok' | 'pending' | 'firing' | 'recovering';
  /** Start of the first minute of the state, later by each minute without a verdict; `null`: never left `ok`. */
  readonly sinceMs: number | null;
  /** End of the last minute that was evaluated; `null`: none. */
  readonly evaluatedMs: number | null;
}

/** The state of a series that was never evaluated. */
export const NEW_SERIES: SeriesState = { state: 'ok', sinceMs: null, evaluatedMs: null };

/** Whether it fires, also if it may be about to recover. */
export const isFiring = ({ state }: SeriesState): boolean => state === 'firing' || state === 'recovering';

/** Whether the comparison holds in a minute; `undefined`: there is nothing to compare, and the state stays. */
export type MinuteVerdict = boolean | undefined;

/** A state after a minute, and what it reports. */
export interface SeriesStep {
  readonly next: SeriesState;
  readonly reports?: 'firing' | 'recovered';
}

/**
 * Returns the end of the next minute to evaluate; `undefined`: all are. Pure. It follows the last one that was evaluated, with exceptions:
 *
 * - No minute before the one in which the rule began to watch is evaluated: the rule was off, or had other conditions. If that minute is not
 *   over, the last one is evaluated: a series that begins anew with each call, because the last minute is not settled, would never begin.
 * - After a long pause the minutes before the last {@link MOST_CATCH_UP_MINUTES} are left out.
 * - A state of a minute that is not over is that of a clock that was ahead: the series continues with the last minute.
 * @param lastMs end of the last minute that is over
 * @param sinceMs since when the rule watches: it was created or enabled, or its conditions changed
 */
export function dueMinute({ evaluatedMs }: SeriesState, lastMs: number, sinceMs: number): number | undefined {
  // A time in the future was stored while a clock was ahead: nothing is known of the minutes until then.
  if (evaluatedMs !== null && evaluatedMs > lastMs + MINUTE_MS) return lastMs;
  if (evaluatedMs !== null && evaluatedMs >= lastMs) return undefined;
  const firstMs = Math.max(evaluatedMs ?? -Infinity, Math.min(startOfMinute(sinceMs), lastMs - MINUTE_MS));
  return Math.max(firstMs + MINUTE_MS, lastMs - (MOST_CATCH_UP_MINUTES - 1) * MINUTE_MS);
}

/**
 * Returns the state after a minute. Pure. `n` is the number of minutes that the rule gives, at least one.
 *
 * | state      | the comparison holds              | does not hold                    | no verdict |
 * |------------|-----------------------------------|----------------------------------|------------|
 * | ok         | pending; at the nth minute firing | ok                               | ok         |
 * | pending    | at the nth minute in a row firing | ok                               | pending    |
 * | firing     | firing                            | recovering; at the nth minute ok | firing     |
 * | recovering | firing                            | at the nth minute in a row ok    | recovering |
 *
 * A change to firing is reported, and one from recovering, or directly from firing, to ok. If minutes were left out, those in a
 * row are counted from the beginning.
 * @param endMs end of the minute
 */
export function advance(
  before: SeriesState,
  {
    endMs,
    verdict,
    forMinutes,
  }: { readonly endMs: number; readonly verdict: MinuteVerdict; readonly forMinutes: number },
): SeriesStep {
  const state = withoutGap(before, endMs);
  const evaluated = { evaluatedMs: endMs };
  if (verdict === undefined) return { next: { ...waitAMinute(state), ...evaluated } };
  const startMs = endMs - MINUTE_MS;
  const isUp = isFiring(state);
  if (verdict === isUp) {
    const isBack = state.state === 'pending' || state.state === 'recovering';
    const settled = isUp ? 'firing' : 'ok';
    return { next: { ...(isBack ? { state: settled, sinceMs: startMs } : state), ...evaluated } };
  }
  const isWaiting = state.state === 'pending' || state.state === 'recovering';
  const sinceMs = isWaiting ? (state.sinceMs ?? startMs) : startMs;
  if (endMs - sinceMs < Math.max(forMinutes, 1) * MINUTE_MS)
    return { next: { state: verdict ? 'pending' : 'recovering', sinceMs, ...evaluated } };
  return {
    next: { state: verdict ? 'firing' : 'ok', sinceMs, ...evaluated },
    reports: verdict ? 'firing' : 'recovered',
  };
}

/** Minutes in a row are counted from `sinceMs`: a minute without a verdict is none of them. */
const waitAMinute = (state: SeriesState): SeriesState =>
  state.sinceMs !== null && (state.state === 'pending' || state.state === 'recovering')
    ? { ...state, sinceMs: state.sinceMs + MINUTE_MS }
    : state;

function withoutGap(state: SeriesState, endMs: number): SeriesState {
  if (state.evaluatedMs === null || state.evaluatedMs === endMs - MINUTE_MS) return state;
  if (state.state === 'pending') return { ...state, state: 'ok' };
  return state.state === 'recovering' ? { ...state, state: 'firing' } : state;
}
