import type { TransportHost } from '../core/client.js';
import type { SluiceEvent } from '../core/event.js';
import type { HoldOffs } from './holdOffs.js';
import { MOST_UNDER_WAY } from './limits.js';
import { later } from './later.js';
import { dropEvents } from './dropEvents.js';
import type { Batch } from './makeBatches.js';
import type { HttpSender } from './httpSender.js';

/**
 * Sends batches to the server.
 *
 *     new -> asked -> answered -> out
 *                  -> not answered -> waits -> asked with the same bytes, as often as there are retries -> out
 *     new, waits -> leaves with the page -> out
 *     new, when all its types are held -> out
 */
export type Outbox = readonly [
  /** Whether another batch would be sent immediately. */
  hasRoom: () => boolean,
  /** Number of events in new batches. */
  waiting: () => number,
  put: (batch: Batch) => void,
  /** Sends new batches while fewer than four are in flight. */
  pump: () => void,
  /** Sends waiting batches with such events so that they outlive the page, as far as there is room. */
  leave: (isMeant: (event: SluiceEvent) => boolean) => void,
  /** Resolves when all current batches are done. */
  emptied: () => Promise<unknown>,
  /** Drops waiting batches. */
  close: () => void,
];

/** Reason why a batch was lost. */
export interface TransportError extends Error {
  /** Status of the response; absent if there was none. */
  readonly status?: number;
}

interface OutboxParts {
  readonly host: TransportHost;
  readonly wire: HttpSender;
  readonly limits: HoldOffs;
  /** A request has ended, so another may start. */
  readonly freed: () => void;
}

export function createOutbox(
  retries: number,
  { host, wire: [room, send], limits: [isHeld, , note], freed }: OutboxParts,
): Outbox {
  const all = new Set<Batch>();
  const fresh = (): Batch[] => [...all].filter(({ asked }) => !asked);
  const waiting = (): Batch[] => [...all].filter(({ asked, timer }) => !asked || timer);

  const out = (batch: Batch): void => {
    clearTimeout(batch.timer);
    all.delete(batch);
    batch.end?.();
  };
  const giveUp = (batch: Batch, status?: number, cause?: unknown): void => {
    out(batch);
    // The server counts events refused with 429.
    const error = Object.assign(new Error(`${status ?? 'no answer'}`, { cause }), { name: 'TransportError', status });
    dropEvents(host, batch.events, status ? (status === 429 ? '' : 'rejected') : 'network', error);
  };
  const ask = (batch: Batch, isLeaving?: boolean): void => {
    const { events } = batch;
    if (!batch.asked && events.every(isHeld)) {
      out(batch);
      return dropEvents(host, events, 'held_off');
    }
    const answer = send(batch, isLeaving);
    clearTimeout(batch.timer);
    batch.timer = undefined;
    batch.asked++;
    const answered = (response: Response | undefined): void => {
      if (!response) return out(batch);
      note(response, events);
      if (response.ok) out(batch);
      else giveUp(batch, response.status);
    };
    const failed = (cause: unknown): void => {
      if (batch.asked > retries) giveUp(batch, undefined, cause);
      else batch.timer = later(() => ask(batch), 100 + Math.random() * 900);
    };
    void answer.then(answered).catch(failed).then(freed, freed);
  };
  const pump = (): void => {
    for (const batch of fresh()) if (all.size - fresh().length < MOST_UNDER_WAY) ask(batch);
  };
  return [
    () => all.size < MOST_UNDER_WAY,
    () => fresh().flatMap(({ events }) => events).length,
    (batch) => {
      all.add(batch);
      batch.done = new Promise((resolve) => (batch.end = resolve));
    },
    pump,
    (isMeant) => {
      for (const batch of waiting()) if (batch.events.some(isMeant) && batch.bytes <= room()) ask(batch, true);
    },
    () => Promise.all([...all].map(({ done }) => done as Promise<void>)),
    () => {
      retries = 0;
      for (const batch of waiting()) giveUp(batch);
    },
  ];
}
