import type { SluiceEvent } from '../core/event.js';
import { normalize } from '../core/normalize.js';
import { stringify } from '../core/stringify.js';
import { END_BYTES, MOST_EVENTS } from './limits.js';

/** A batch of events. */
export interface Batch {
  readonly events: SluiceEvent[];
  body: string;
  /** Bytes of the body in UTF-8. */
  bytes: number;
  /** Number of attempts. */
  asked: number;
  /** Timer of its retry. */
  timer?: ReturnType<typeof setTimeout> | undefined;
  /** Resolves when the batch is done. */
  done?: Promise<void>;
  end?: () => void;
}

/** Changes by `beforeSend` are not normalized and may not be serializable. */
function jsonOf(event: SluiceEvent): string {
  try {
    return stringify(event);
  } catch {
    return stringify(normalize(event));
  }
}

/**
 * Creates batches of at most this many bytes and 1,000 events; a larger event gets its own batch. Each batch has an id, because the
 * server treats batches with the same bytes as one, and a loop may create equal events.
 */
export function makeBatches(events: readonly SluiceEvent[], mostBytes: number): Batch[] {
  const batches: Batch[] = [];
  let open: Batch | undefined;
  for (const event of events) {
    const text = jsonOf(event);
    const length = new TextEncoder().encode(text).length + 1;
    if (!open || open.bytes + length > mostBytes || open.events[MOST_EVENTS - 1]) {
      const body = `{"id":${Math.random()},"events":`;
      batches.push((open = { events: [], body, bytes: body.length + END_BYTES, asked: 0 }));
    }
    open.body += (open.events[0] ? ',' : '[') + text;
    open.events.push(event);
    open.bytes += length;
  }
  for (const batch of batches) batch.body += ']}';
  return batches;
}
