import { VERDICTS, type Outcome } from './outcomes.js';

/** The counts of a batch response (protocol 2.7): one field for each outcome, in events. */
export type Tally = Readonly<Record<Outcome, number>>;

/** Folds a batch's verdict codes into the tally of protocol 2.7. Ignored and undecided events are in no count. */
export function tallyOf(verdicts: string): Tally {
  const counts = { processed: 0, filtered: 0, quota_exceeded: 0, rate_limited: 0, invalid: 0 };
  for (const code of verdicts) {
    const verdict = VERDICTS[code];
    if (verdict !== undefined) counts[verdict.outcome] += 1;
  }
  return counts;
}
