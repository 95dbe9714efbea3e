import type { Firing } from './alertTypes';

/** Whether a firing was sent, in words. */
interface DescribedOutcome {
  readonly isSent: boolean;
  readonly word: 'sent' | 'not sent';
  /** Why not; empty if it was sent. */
  readonly why: string;
}

const REASONS: Readonly<Record<string, string>> = {
  cooldown: 'Within the cool-down.',
  muted: 'The rule was muted.',
  maintenance: 'In a maintenance window.',
};

/** Returns whether a firing was handed to the destinations of its rule, and why not. Deliveries say what became of it there. */
export const describeOutcome = ({ suppressedBy }: Pick<Firing, 'suppressedBy'>): DescribedOutcome =>
  suppressedBy === null
    ? { isSent: true, word: 'sent', why: '' }
    : { isSent: false, word: 'not sent', why: REASONS[suppressedBy] ?? suppressedBy };
