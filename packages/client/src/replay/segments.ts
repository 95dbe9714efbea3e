import type { ReplayPayload } from '../core/event.js';
import type { RecordedEvent } from './recorded.js';

/** An event and the bytes of its JSON. */
export interface SizedEvent {
  readonly event: RecordedEvent;
  readonly bytes: number;
}

/** Fields of the payload that do not depend on the visit. */
export type Segment = Pick<ReplayPayload, 'events' | 'startTime' | 'endTime'>;

export interface Segments {
  /** Adds an event; it is sent within `segmentMs`, or immediately if the segment is full. */
  add(one: SizedEvent): void;
  /** Sends all events, in segments of at most this many bytes; a larger event gets its own segment. */
  flush(mostBytes?: number): void;
}

/** Bytes of a full segment. */
const ENOUGH_BYTES = 200_000;

/** Collects events into segments. */
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
