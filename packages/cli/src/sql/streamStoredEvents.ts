import { setTimeout as delay } from 'node:timers/promises';
import { lowestIdAt, timeOfId } from '@sluice/contract';
import type { Queryable } from '@sluice/db';
import { listStoredSince, type StoredEvent } from './listStoredSince.js';

/** Which events to stream. */
export interface StreamRequest {
  /** Only these projects. Default: all. */
  readonly projectIds?: readonly string[];
  /** Earliest arrival, milliseconds since 1970. */
  readonly fromMs: number;
  /** Milliseconds between two polls. Default 500. */
  readonly pollMs?: number;
  /** How long after its arrival an event may be stored and still be returned, milliseconds. Default 60,000. */
  readonly lookBackMs?: number;
  /** Ends the stream. */
  readonly signal: AbortSignal;
}

const PAGE = 1_000;

/** The most ids that are kept to skip duplicates. Above it the look-back gets shorter. */
const MAX_SEEN = 200_000;

/**
 * Yields stored events as they appear, each once, by id within one poll, until the signal aborts. Each poll reads the last
 * `lookBackMs` of arrivals again, because transactions do not commit in the order of the ids they store.
 */
export async function* streamStoredEvents(db: Queryable, request: StreamRequest): AsyncGenerator<StoredEvent> {
  const { projectIds, fromMs, pollMs = 500, lookBackMs = 60_000, signal } = request;
  const isOver = (): boolean => signal.aborted;
  const seen = new Set<string>();
  let newestMs = fromMs;
  while (!isOver()) {
    const windowId = lowestIdAt(Math.max(fromMs, newestMs - lookBackMs));
    let afterId = windowId;
    for (let full = true; full && !signal.aborted;) {
      const events = await listStoredSince(db, { projectIds, afterId, limit: PAGE });
      for (const event of events) {
        afterId = event.id;
        if (seen.has(event.id)) continue;
        seen.add(event.id);
        newestMs = Math.max(newestMs, timeOfId(event.id));
        yield event;
      }
      full = events.length === PAGE;
    }
    evict(seen, windowId);
    await delay(pollMs, undefined, { signal }).catch(() => undefined);
  }
}

/** Deletes ids before the window, then the oldest above the limit. A set is in order of insertion, which is nearly that of ids. */
function evict(seen: Set<string>, beforeId: string): void {
  for (const id of seen) {
    if (id < beforeId || seen.size > MAX_SEEN) seen.delete(id);
  }
}
