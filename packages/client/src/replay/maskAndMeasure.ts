import type { Dropped } from '../core/dropped.js';
import { stringify } from '../core/stringify.js';
import type { EventMasker } from './mask/maskEvent.js';
import { createFlood, mutationsIn } from './flood.js';
import type { RecordedEvent } from './recorded.js';

/** Maximum size of a segment. */
const MOST_BYTES = 5_000_000;

/** Masks an event. @returns bytes of its JSON; 0 if nothing is left; `undefined` if the page is too large to record */
export type MaskAndMeasure = (event: RecordedEvent) => number | undefined;

export function createMaskAndMeasure(dropped: Dropped, mask: EventMasker): MaskAndMeasure {
  const [isMad, isHeavy] = [createFlood(10_000, 5_000), createFlood(20_000_000, 60_000)];
  const encoder = new TextEncoder();
  return (event) => {
    if (isMad(mutationsIn(event), event.timestamp)) return undefined;
    if (!mask(event)) return 0;
    const bytes = encoder.encode(stringify(event)).length;
    if (bytes > MOST_BYTES) dropped.count('too_large', 'replay');
    return bytes > MOST_BYTES || isHeavy(bytes, event.timestamp) ? undefined : bytes;
  };
}
