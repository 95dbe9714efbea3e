import { RULE, type AlertSubject, type Unreported } from './alertSubject.js';
import type { FiringCandidate } from './firing.js';

/** Suppressed firings that a message mentions. */
export interface Mentioned {
  /** About the same subject. */
  readonly suppressed: number;
  /** Of the rule about its other subjects. */
  readonly others?: Unreported & { readonly count: number };
}

/**
 * Returns the subject whose row counts firings about other subjects, too: of assignments one for each assignee, because a message about
 * them goes to the assignee.
 */
export const countingSubject = ({ kind, details }: Pick<FiringCandidate, 'kind' | 'details'>): string =>
  kind === 'assigned' && typeof details['assigneeId'] === 'string' ? `${RULE}:${details['assigneeId']}` : RULE;

/** The row of a subject, and that of its rule: see {@link countingSubject}. */
interface Counted {
  readonly subject: AlertSubject;
  readonly rule: AlertSubject;
}

/** What is counted of a subject. A message of the rule that began a later round has mentioned it. */
const ownOf = ({ subject, rule }: Counted): number => (subject.round === rule.round ? subject.suppressed : 0);

/**
 * Counts a suppressed firing of a subject.
 *
 * Invariant: a suppressed firing is counted once in the row of its rule, until one message mentions it.
 */
export function countSuppressed(counted: Counted, by: Exclude<Unreported['by'], 'several'>, now: string): void {
  const { subject, rule } = counted;
  subject.suppressed = ownOf(counted) + 1;
  subject.round = rule.round;
  rule.suppressed += 1;
  const { from = now, by: earlier = by } = rule.unreported ?? {};
  rule.unreported = { from, to: now, by: earlier === by ? by : 'several' };
}

/** Ends the counts that a firing mentions: those of its subject, and of the rule unless it is a recovery. Returns them. */
export function takeSuppressed(counted: Counted, isRecovery: boolean): Mentioned {
  const { subject, rule } = counted;
  const suppressed = ownOf(counted);
  subject.suppressed = 0;
  const count = Math.max(0, rule.suppressed - suppressed);
  if (isRecovery) {
    rule.suppressed = count;
    if (count === 0) rule.unreported = null;
    return { suppressed };
  }
  const { unreported } = rule;
  rule.suppressed = 0;
  rule.unreported = null;
  rule.round += 1;
  return count === 0 || unreported === null ? { suppressed } : { suppressed, others: { ...unreported, count } };
}
