import type { SluiceEvent } from '../core/event.js';
import { normalize } from '../core/normalize.js';

/** Events as they travel together. */
export interface Batch {
  readonly events: SluiceEvent[];
  body: string;
  /** Of the body in UTF-8. */
  bytes: number;
  /** Times that it was asked whether the server takes it. */
  asked: number;
  /** Of its retry. */
  timer?: ReturnType<typeof setTimeout> | undefined;
  /** Called when it has met its end. */
  readonly ends: (() => void)[];
}

/** What `beforeSend` puts into an event is not normalized before: it may be what JSON has no word for. */
function jsonOf(event: SluiceEvent): string {
  try {
    // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition -- a `toJSON` may return nothing
    return JSON.stringify(event) ?? 'null';
  } catch {
    return JSON.stringify(normalize(event));
  }
}

/** Events that the server takes at once. */
const MOST_EVENTS = 1000;

/** Of the end of a body: `]}`. */
const END_BYTES = 2;

/**
 * Makes batches of at most so many bytes, and of 1,000 events; an event that has more is a batch of its own. To the server
 * two batches of the same bytes are one, and a loop fills several with the same events: each has an id.
 */
export function makeBatches(events: readonly SluiceEvent[], mostBytes: number): Batch[] {
  const batches: Batch[] = [];
  let open: Batch | undefined;
  for (const event of events) {
    const text = jsonOf(event);
    const length = new TextEncoder().encode(text).length + 1;
    if (!open || open.bytes + length > mostBytes || open.events[MOST_EVENTS - 1]) {
      const body = `{"id":${Math.random()},"events":`;
      batches.push((open = { events: [], body, bytes: body.length + END_BYTES, asked: 0, ends: [] }));
    }
    open.body += (open.events[0] ? ',' : '[') + text;
    open.events.push(event);
    open.bytes += length;
  }
  for (const batch of batches) batch.body += ']}';
  return batches;
}
