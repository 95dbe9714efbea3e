import type { EnvelopeItem } from '../envelope/readEnvelope.js';

/** The two items of a segment of a replay; either may be missing. */
export interface ReplayItems {
  readonly event: EnvelopeItem | undefined;
  readonly recording: EnvelopeItem | undefined;
}

/**
 * Returns the segments of an envelope by their items: the first `replay_event` belongs to the first `replay_recording`, and so on. Only
 * one item of each segment has it; the recording of a pair has `'joined'`.
 */
export function joinReplays(items: readonly EnvelopeItem[]): ReadonlyMap<EnvelopeItem, ReplayItems | 'joined'> {
  const events = items.filter(({ header }) => header['type'] === 'replay_event');
  const recordings = items.filter(({ header }) => header['type'] === 'replay_recording');
  return new Map<EnvelopeItem, ReplayItems | 'joined'>([
    ...recordings.map(
      (recording, index) => [recording, index < events.length ? 'joined' : { event: undefined, recording }] as const,
    ),
    ...events.map((event, index) => [event, { event, recording: recordings[index] }] as const),
  ]);
}
