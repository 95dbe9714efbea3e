import type { TransportHost } from '../core/client.js';
import type { SluiceEvent } from '../core/event.js';
import { lose } from './lose.js';

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

/** One odd value, which a breadcrumb may bring into a hundred events, shall not take the event with it. */
function jsonOf(event: SluiceEvent): string {
  try {
    return JSON.stringify(event);
  } catch {
    const seen = new Set();
    return JSON.stringify(event, (_key, value: unknown) => {
      if (typeof value === 'bigint') return String(value);
      if (seen.has(value)) return '…';
      if (value instanceof Object) seen.add(value);
      return value;
    });
  }
}

/** Events that the server takes at once. */
const MOST_EVENTS = 1000;

/**
 * Makes batches of at most so many bytes, and of 1,000 events; an event that has more is a batch of its own. Where
 * JSON knows no word for a value (a BigInt, a circle) another stands for it; an event that throws all the same is lost. To the server two batches of the same bytes are one, and a loop fills several with
 * the same events: each has an id.
 *
 * @param random 0 to 1
 */
export function makeBatches(
  host: TransportHost,
  random: () => number,
  events: readonly SluiceEvent[],
  mostBytes: number,
): Batch[] {
  const batches: Batch[] = [];
  const encoder = new TextEncoder();
  let open: Batch | undefined;
  for (const event of events) {
    try {
      const text = jsonOf(event).concat(',');
      const { length } = encoder.encode(text);
      if (!open || open.bytes + length > mostBytes || open.events.length >= MOST_EVENTS) {
        const body = `{"id":${random()},"events":[`;
        // Its end is longer by one than the comma that it replaces.
        batches.push((open = { events: [], body, bytes: body.length + 1, asked: 0, ends: [] }));
      }
      open.events.push(event);
      open.body += text;
      open.bytes += length;
    } catch (error) {
      lose(host, [event], 'unserializable', error);
    }
  }
  for (const batch of batches) batch.body = `${batch.body.slice(0, -1)}]}`;
  return batches;
}
