import { estimateHoldOff, appendSample, type Sample } from './estimateHoldOff.js';
import { initialState, isRaised, nextState, type BacklogState, type Marks } from './backlogState.js';
import { SUBJECTS, type Readings, type Subject } from './readMeasures.js';

/** State of one subject, and the readings for the estimate. */
interface SubjectStatus {
  readonly judgement: BacklogState;
  readonly samples: readonly Sample[];
}

/** State of all subjects between two readings. */
export type BacklogStatus = Readonly<Record<Subject, SubjectStatus>>;

/** One reading of all measures. */
export interface ReadingTime {
  readonly readings: Readings;
  /** Whether the flag was set in Redis before this reading. */
  readonly flagStands: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Command for the flag: refuse for a number of seconds, accept again, or no change. */
export type FlagCommand =
  { readonly kind: 'refuse'; readonly seconds: number } | { readonly kind: 'accept' | 'nothing' };

/** Rules of {@link updateStatus}. */
export interface BacklogRules {
  readonly marks: Marks;
  readonly estimateWindowMs: number;
}

/**
 * Updates the state of every subject and returns the command for the flag. Pure. `accept` is returned only when the
 * last raised subject becomes clear, so that a monitor without a backlog never clears another monitor's flag.
 */
export function updateStatus(
  previous: BacklogStatus | undefined,
  look: ReadingTime,
  rules: BacklogRules,
): { next: BacklogStatus; order: FlagCommand } {
  const entries = SUBJECTS.map((subject): [Subject, SubjectStatus] => [
    subject,
    updateSubject(previous?.[subject], look, rules, look.readings[subject]),
  ]);
  const next = Object.fromEntries(entries) as Record<Subject, SubjectStatus>;
  const raised = SUBJECTS.map((subject) => next[subject]).filter(({ judgement }) => isRaised(judgement));
  if (raised.length > 0) {
    const seconds = Math.max(...raised.map(({ samples }) => estimateHoldOff(samples, rules.marks)));
    return { next, order: { kind: 'refuse', seconds } };
  }
  const wasRaised =
    previous === undefined ? look.flagStands : SUBJECTS.some((subject) => isRaised(previous[subject].judgement));
  return { next, order: { kind: wasRaised ? 'accept' : 'nothing' } };
}

function updateSubject(
  previous: SubjectStatus | undefined,
  { flagStands, now }: ReadingTime,
  { marks, estimateWindowMs }: BacklogRules,
  reading: ReadingTime['readings'][Subject],
): SubjectStatus {
  return {
    judgement:
      previous === undefined
        ? initialState(flagStands, reading, marks, now)
        : nextState(previous.judgement, reading, marks, now),
    samples: appendSample(previous?.samples ?? [], { at: now, reading }, estimateWindowMs),
  };
}
