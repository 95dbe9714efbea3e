import type { BadgeTone } from '../../components/Badge';
import { formatCount } from '../../lib/format';
import type { Firing } from './alertTypes';

/** What became of a firing, in words. */
interface DescribedOutcome {
  readonly tone: BadgeTone;
  readonly word: 'sent' | 'waiting' | 'failed' | 'not sent';
  /** Why not, or for how many of several destinations; empty if the word says it all. */
  readonly why: string;
}

const REASONS: Readonly<Record<string, string>> = {
  cooldown: 'Within the cool-down.',
  muted: 'The rule was muted.',
  maintenance: 'In a maintenance window.',
};

const STATES = ['sent', 'waiting', 'paused', 'failed'] as const;

/** Returns whether a firing was sent to the destinations of its rule, and why not. Deliveries say more. */
export function describeOutcome({ suppressedBy, outcome }: Pick<Firing, 'suppressedBy' | 'outcome'>): DescribedOutcome {
  if (suppressedBy !== null) return { tone: 'plain', word: 'not sent', why: REASONS[suppressedBy] ?? suppressedBy };
  const { sent, waiting, paused, failed } = outcome;
  const total = sent + waiting + paused + failed;
  if (total === 0) return { tone: 'plain', word: 'not sent', why: 'The rule has no destination.' };
  const parts = STATES.filter((state) => outcome[state] > 0).map((state) => `${formatCount(outcome[state])} ${state}`);
  const why = parts.length === 1 ? '' : `${parts.join(', ')}.`;
  if (sent > 0) return { tone: failed > 0 ? 'warn' : 'good', word: 'sent', why };
  if (waiting + paused === 0) return { tone: 'bad', word: 'failed', why: why || 'Deliveries say why.' };
  const isPaused = waiting === 0 && failed === 0;
  return { tone: 'info', word: 'waiting', why: isPaused ? pausedText(paused) : why };
}

const pausedText = (count: number): string =>
  count === 1 ? 'The destination is paused.' : 'The destinations are paused.';
