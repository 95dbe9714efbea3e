import { estimateHoldOff, appendSample, type Sample } from './estimateHoldOff.js';
import { initialState, isRaised, nextState, type BacklogState, type Marks } from './backlogState.js';
import { SUBJECTS, type Readings, type Subject } from './readMeasures.js';

/** What is known of one subject: its judgement, and the readings an estimate is made from. */
interface SubjectStatus {
  readonly judgement: BacklogState;
  readonly samples: readonly Sample[];
}

/** Everything the monitor knows between two looks. */
export type BacklogStatus = Readonly<Record<Subject, SubjectStatus>>;

/** One look at the world, as facts. */
export interface ReadingTime {
  readonly readings: Readings;
  /** Whether the flag stood in Redis before this look. */
  readonly flagStands: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** What the monitor must tell the gateways: refuse for so many seconds, accept again, or nothing new. */
export type FlagCommand =
  { readonly kind: 'refuse'; readonly seconds: number } | { readonly kind: 'accept' | 'nothing' };

/** How {@link updateStatus} judges. */
export interface BacklogRules {
  readonly marks: Marks;
  readonly estimateWindowMs: number;
}

/**
 * One turn of the monitor, pure: judges every subject and says what follows. `accept` is said only at the turn at
 * which the last raised subject became clear, so that a monitor that sees no backlog never lowers another's flag.
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
