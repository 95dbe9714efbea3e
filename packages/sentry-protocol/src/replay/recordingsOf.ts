import type { Envelope, EnvelopeItem } from '../envelope/readEnvelope.js';
import { joinReplays } from './joinReplays.js';

/**
 * Returns the recordings that belong to a `replay_event` of the envelope, in its order; at most as many as there are such events. The
 * caller inflates only these: a compressed recording without a `replay_event` is refused.
 */
export function recordingsOf({ items }: Envelope): readonly EnvelopeItem[] {
  return [...joinReplays(items).values()].flatMap((replay) =>
    replay === 'joined' || replay.event === undefined || replay.recording === undefined ? [] : [replay.recording],
  );
}
