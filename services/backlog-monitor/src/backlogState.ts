/**
 * State machine of the backlog (protocol 8, backlog protection) for one subject: a queue, or the memory of Redis.
 *
 * | phase   | measures                              | next    | flag    |
 * |---------|---------------------------------------|---------|---------|
 * | clear   | one at or above its high mark         | rising  | down    |
 * | rising  | none at or above its high mark        | clear   | down    |
 * | rising  | still, for `raiseAfterMs`             | raised  | goes up |
 * | raised  | all at or below their low marks       | falling | up      |
 * | falling | one above its low mark                | raised  | up      |
 * | falling | still all low, for `lowerAfterMs`     | clear   | goes down |
 *
 * Two marks and two hold times prevent flapping: a short burst raises nothing, and a queue that stays near one mark
 * does not switch back and forth.
 */
export type Phase = 'clear' | 'rising' | 'raised' | 'falling';

/** Measures of a subject; an absent one counts as low. */
export interface Reading {
  /** Events accepted and not finished. */
  readonly depth?: number;
  /** Age of the oldest job waiting or active, milliseconds. */
  readonly age?: number;
  /** Used share of Redis's memory limit, 0 to 1. */
  readonly memory?: number;
  /** Events ever finished. No measure, but says how fast the others fall. */
  readonly finished?: number;
}

/** All measures, in the order of tables and labels. */
export const MEASURES = ['depth', 'age', 'memory'] as const satisfies readonly (keyof Reading)[];

/** A measure is high at or above `high` and low at or below `low`. */
interface Mark {
  readonly high: number;
  readonly low: number;
}

/** Two marks for each measure, and how long a state must last before the flag changes. */
export interface Marks {
  readonly depth: Mark;
  readonly age: Mark;
  readonly memory: Mark;
  readonly raiseAfterMs: number;
  readonly lowerAfterMs: number;
}

/** Phase of a subject and its beginning (milliseconds since 1970). */
export interface BacklogState {
  readonly phase: Phase;
  readonly since: number;
}

/** Whether spans and replays are refused. */
export const isRaised = (judgement: BacklogState): boolean =>
  judgement.phase === 'raised' || judgement.phase === 'falling';

/** Returns the next state; pure, see the table above. @param now milliseconds since 1970 */
export function nextState(previous: BacklogState, reading: Reading, marks: Marks, now: number): BacklogState {
  const high = MEASURES.some((measure) => (reading[measure] ?? 0) >= marks[measure].high);
  const low = MEASURES.every((measure) => (reading[measure] ?? 0) <= marks[measure].low);
  const heldFor = now - previous.since;
  const enter = (phase: Phase): BacklogState => ({ phase, since: now });
  switch (previous.phase) {
    case 'clear':
      if (!high) return previous;
      return enter(marks.raiseAfterMs === 0 ? 'raised' : 'rising');
    case 'rising':
      if (!high) return enter('clear');
      return heldFor >= marks.raiseAfterMs ? enter('raised') : previous;
    case 'raised':
      if (!low) return previous;
      return enter(marks.lowerAfterMs === 0 ? 'clear' : 'falling');
    case 'falling':
      if (!low) return enter('raised');
      return heldFor >= marks.lowerAfterMs ? enter('clear') : previous;
  }
}

/**
 * Returns the state of a monitor that has just started. A flag that is already set is kept until the low marks are met,
 * so that a restart under load does not accept events too early.
 */
export function initialState(flagStands: boolean, reading: Reading, marks: Marks, now: number): BacklogState {
  const aboveLow = MEASURES.some((measure) => (reading[measure] ?? 0) > marks[measure].low);
  return { phase: flagStands && aboveLow ? 'raised' : 'clear', since: now };
}
