import { setTimeout as delay } from 'node:timers/promises';
import { lowestIdAt, timeOfId } from '@sluice/contract';
import type { Queryable } from '../connection/createDatabase.js';
import { listStoredSince, type StoredEvent } from './listStoredSince.js';

/** What to follow. */
export interface StreamRequest {
  /** Only these projects; all when unset. */
  readonly projectIds?: readonly string[];
  /** Arrivals from here on, milliseconds since 1970. */
  readonly fromMs: number;
  /** Milliseconds between two looks. Default 500. */
  readonly pollMs?: number;
  /** How long after its arrival an event may be stored and still be seen, milliseconds. Default 60,000. */
  readonly lookBackMs?: number;
  /** Ends the stream. */
  readonly signal: AbortSignal;
}

const PAGE = 1_000;

/** Ids remembered at most: beyond it the look-back gets shorter, never the memory larger. */
const MAX_SEEN = 200_000;

/**
 * Stored events as they appear, each once, by id within one look. Ends when the signal is given. Each look goes back over
 * the last `lookBackMs` of arrivals, because transactions do not end in the order of the ids they store.
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

/** A set keeps the order of insertion, which is nearly that of the ids: what is old goes, then what is too much. */
function evict(seen: Set<string>, beforeId: string): void {
  for (const id of seen) {
    if (id < beforeId || seen.size > MAX_SEEN) seen.delete(id);
  }
}
