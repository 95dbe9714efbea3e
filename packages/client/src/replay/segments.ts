import type { ReplayPayload } from '../core/event.js';
import type { RecordedEvent } from './recorded.js';

/** An event, and how long its JSON is in bytes. */
export interface SizedEvent {
  readonly event: RecordedEvent;
  readonly bytes: number;
}

/** Part of a payload that does not depend on the visit. */
export type Segment = Pick<ReplayPayload, 'events' | 'startTime' | 'endTime'>;

export interface Segments {
  /** Takes an event; it leaves in `segmentMs`, or at once where there is enough for a segment. */
  add(one: SizedEvent): void;
  /** What there is leaves, in segments of at most so many bytes; an event that is larger has one of its own. */
  flush(mostBytes?: number): void;
}

/** Bytes of events that make a segment. */
const ENOUGH_BYTES = 200_000;

/** Gathers events into segments. */
export function createSegments(segmentMs: number, send: (segment: Segment) => void): Segments {
  let pending: SizedEvent[] = [];
  let bytes = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const flush = (mostBytes = ENOUGH_BYTES): void => {
    clearTimeout(timer);
    const events = pending;
    [timer, pending, bytes] = [undefined, [], 0];
    for (const part of cut(events, mostBytes)) send(segmentOf(part));
  };
  return {
    flush,
    add: (one) => {
      pending.push(one);
      bytes += one.bytes;
      if (bytes >= ENOUGH_BYTES) flush(Infinity);
      else timer ??= setTimeout(flush, segmentMs);
    },
  };
}

function cut(events: readonly SizedEvent[], mostBytes: number): RecordedEvent[][] {
  const parts: RecordedEvent[][] = [];
  let room = 0;
  for (const { event, bytes } of events) {
    const last = parts.at(-1);
    if (last === undefined || bytes > room) {
      parts.push([event]);
      room = mostBytes;
    } else last.push(event);
    room -= bytes;
  }
  return parts;
}

function segmentOf(events: readonly RecordedEvent[]): Segment {
  const timeOf = (event: RecordedEvent | undefined): string => new Date(event?.timestamp ?? 0).toISOString();
  return { events, startTime: timeOf(events[0]), endTime: timeOf(events.at(-1)) };
}
