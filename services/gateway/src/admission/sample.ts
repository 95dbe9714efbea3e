import { filtered, type AcceptedEvent, type Verdict } from '@sluice/contract';
import type { ProjectSettings } from '@sluice/contract';
import { readReplayId } from './validate.js';

/** What sampling needs to know. */
export interface SampleFacts {
  readonly sampleRates: ProjectSettings['sampleRates'];
  readonly batchId: string;
}

/**
 * Protocol 3.1, step 3: spans are kept or dropped by their trace, replays by their recording, the rest by batch and index,
 * so that everywhere and on every resend the answer is the same; what a rate keeps, every higher rate keeps.
 */
export function sample(event: AcceptedEvent, index: number, facts: SampleFacts): Verdict | undefined {
  const rate = facts.sampleRates[event.type];
  if (rate >= 1) return undefined;
  return shareOf(identity(event) ?? `${facts.batchId}:${index}`) < rate ? undefined : filtered('sampled');
}

function identity(event: AcceptedEvent): string | undefined {
  if (event.type === 'replay') return readReplayId(event);
  const { traceId } = event.payload;
  return event.type === 'span' && typeof traceId === 'string' ? traceId : undefined;
}

/** A text's fixed place in [0, 1): FNV-1a with the finalizer of MurmurHash3, which spreads texts that differ little. */
function shareOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 0x1_0000_0000;
}
