import { PROCESSED, VERDICTS } from '@sluice/contract';
import type { AnswerFacts } from './answerBatch.js';

/**
 * Returns the verdicts of a batch of which only the first event of each type and refusal is explained: all others are `processed`. A
 * response in another format names the reasons, not the events, and none of what a filter or a sample rate drops.
 */
export function onePerReason({ types, verdicts }: Pick<AnswerFacts, 'types' | 'verdicts'>): string {
  const known = new Set<string>();
  const chosen = Array.from(verdicts, (code, index) => {
    const outcome = VERDICTS[code]?.outcome ?? 'processed';
    const reason = `${types[index]}${code}`;
    if (outcome === 'processed' || outcome === 'filtered' || known.has(reason)) return PROCESSED;
    known.add(reason);
    return code;
  });
  return chosen.join('');
}
