import { estimateHoldOff, remember, type Sample } from './estimateHoldOff.js';
import { firstJudgement, isRaised, judge, type Judgement, type Marks } from './judge.js';
import { SUBJECTS, type Readings, type Subject } from './observe.js';

/** What is known of one subject: its judgement, and the readings an estimate is made from. */
interface Watched {
  readonly judgement: Judgement;
  readonly samples: readonly Sample[];
}

/** Everything the monitor knows between two looks. */
export type Watch = Readonly<Record<Subject, Watched>>;

/** One look at the world, as facts. */
export interface Look {
  readonly readings: Readings;
  /** Whether the flag stood in Redis before this look. */
  readonly flagStands: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** What the monitor must tell the gateways: refuse for so many seconds, accept again, or nothing new. */
export type Order = { readonly kind: 'refuse'; readonly seconds: number } | { readonly kind: 'accept' | 'nothing' };

/** How {@link watch} judges. */
export interface WatchRules {
  readonly marks: Marks;
  readonly estimateWindowMs: number;
}

/**
 * One turn of the monitor, pure: judges every subject and says what follows. `accept` is said only at the turn at
 * which the last raised subject became clear, so that a monitor that sees no backlog never lowers another's flag.
 */
export function watch(previous: Watch | undefined, look: Look, rules: WatchRules): { next: Watch; order: Order } {
  const entries = SUBJECTS.map((subject): [Subject, Watched] => [
    subject,
    watchOne(previous?.[subject], look, rules, look.readings[subject]),
  ]);
  const next = Object.fromEntries(entries) as Record<Subject, Watched>;
  const raised = SUBJECTS.map((subject) => next[subject]).filter(({ judgement }) => isRaised(judgement));
  if (raised.length > 0) {
    const seconds = Math.max(...raised.map(({ samples }) => estimateHoldOff(samples, rules.marks)));
    return { next, order: { kind: 'refuse', seconds } };
  }
  const wasRaised =
    previous === undefined ? look.flagStands : SUBJECTS.some((subject) => isRaised(previous[subject].judgement));
  return { next, order: { kind: wasRaised ? 'accept' : 'nothing' } };
}

function watchOne(
  previous: Watched | undefined,
  { flagStands, now }: Look,
  { marks, estimateWindowMs }: WatchRules,
  reading: Look['readings'][Subject],
): Watched {
  return {
    judgement:
      previous === undefined
        ? firstJudgement(flagStands, reading, marks, now)
        : judge(previous.judgement, reading, marks, now),
    samples: remember(previous?.samples ?? [], { at: now, reading }, estimateWindowMs),
  };
}
