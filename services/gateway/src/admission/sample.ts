import { filtered, type AcceptedEvent, type ProjectSettings, type Verdict } from '@sluice/contract';
import { readReplayId } from './validate.js';

/** Facts that sampling depends on. */
export interface SampleFacts {
  readonly sampleRates: ProjectSettings['sampleRates'];
  readonly batchId: string;
}

/**
 * Returns the verdict `sampled`, or `undefined` if the event is kept (protocol 3.1, step 3). Spans are sampled by trace, replays
 * by recording, other types by batch and index, so that every gateway decides every resend alike. Metrics have no rate. An event that one rate
 * keeps is kept by every higher rate.
 */
export function sample(event: AcceptedEvent, index: number, facts: SampleFacts): Verdict | undefined {
  const rate = event.type === 'metric' ? 1 : facts.sampleRates[event.type];
  if (rate >= 1) return undefined;
  return shareOf(identity(event) ?? `${facts.batchId}:${index}`) < rate ? undefined : filtered('sampled');
}

function identity(event: AcceptedEvent): string | undefined {
  if (event.type === 'replay') return readReplayId(event);
  const { traceId } = event.payload;
  return event.type === 'span' && typeof traceId === 'string' ? traceId : undefined;
}

/** Returns a hash of a text in [0, 1): FNV-1a with the finalizer of MurmurHash3, which spreads similar texts. */
function shareOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 0x1_0000_0000;
}
