import type { TransportHost } from '../core/client.js';
import type { Dsn } from '../core/dsn.js';
import type { SluiceEvent } from '../core/event.js';
import type { ClientOptions } from '../core/options.js';
import type { GroupingTransport } from '../core/transport.js';
import { createHoldOffs } from './holdOffs.js';
import { later } from './later.js';
import { dropEvents } from './dropEvents.js';
import { makeBatches } from './makeBatches.js';
import { createOutbox } from './outbox.js';
import { createHttpSender, type TransportEnvironment } from './httpSender.js';

/** Maximum waiting events, besides the last group. */
const MOST_WAITING = 1000;
const MOST_BYTES = 1_000_000;
/** Maximum bytes of a batch, so that two fit when a page is left. */
const MOST_LEAVING_BYTES = 30_000;

/**
 * Sends events in batches, as defined in protocol 4.5. Decides which events are accepted and when they are flushed. Every accepted
 * event is either sent or counted as dropped.
 */
// Closures share the buffer; passing it around would cost bytes on every page.
// eslint-disable-next-line max-lines-per-function
export function createBatchTransport(
  { transportOptions = {} }: ClientOptions,
  { key, endpoint: own }: Dsn,
  host: TransportHost,
  environment: TransportEnvironment,
): GroupingTransport {
  const {
    maxBatchSize = 20,
    flushInterval = 2000,
    immediateTypes = ['exception'],
    timeout = 5000,
    retries = 1,
    endpoint = own,
  } = transportOptions;
  const limits = createHoldOffs();
  const wire = createHttpSender({ key, endpoint }, timeout, { ...host, ...environment });
  const freed = (): void => {
    outbox.pump();
    if (isUrgent) flush();
  };
  const outbox = createOutbox(retries, { host, wire, limits, freed });
  let buffer: SluiceEvent[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The buffer is due and waits for the end of another request. */
  let isUrgent = false;
  /** Maximum waiting events; 0 for a closed transport. */
  let most = MOST_WAITING;

  const isTaken = (event: SluiceEvent): boolean => {
    const isHeld = limits.isHeld(event);
    const isFull = buffer.length + outbox.waiting() >= most;
    // Exceptions are accepted even if the buffer is full of other events.
    const other = isException(event) ? buffer.findIndex((one) => !isException(one)) : -1;
    const lost = isHeld || (isFull && other < 0) ? event : isFull && buffer.splice(other, 1)[0];
    if (lost) dropEvents(host, [lost], isHeld ? 'held_off' : 'queue_full');
    return lost !== event;
  };
  const isFree = (event: SluiceEvent): boolean => limits.wait(event) <= 0;
  const pack = (isMeant: (event: SluiceEvent) => boolean, mostBytes = MOST_BYTES): void => {
    clearTimeout(timer);
    isUrgent = false;
    const events = buffer.filter(isMeant);
    // Read once: a hold-off may end between two reads.
    buffer = buffer.filter((event) => !events.includes(event));
    makeBatches(events, mostBytes).forEach(outbox.put);
  };
  const flushLater = (ms: number): void => {
    clearTimeout(timer);
    timer = later(flush, ms);
  };
  const flush = (isMeant?: () => boolean): void => {
    // Events that arrive during a request form one batch; one batch per event would fill the queue.
    isUrgent = !isMeant && !outbox.hasRoom();
    if (isUrgent) return;
    pack(isMeant ?? isFree);
    outbox.pump();
    if (buffer[0]) flushLater(limits.wait(buffer[0]));
  };
  return {
    endpoint,
    send: (event) => {
      if (!isTaken(event)) return;
      buffer.push(event);
      if (buffer.length >= maxBatchSize || immediateTypes.includes(event.type)) flush();
      else flushLater(flushInterval);
    },
    sendTogether: (events, isLeaving) => {
      buffer.unshift(...events.filter(isTaken));
      if (!isLeaving) flush();
    },
    flush: async () => {
      // A program that flushes after each request must not fill the queue with small batches.
      isUrgent ||= !outbox.hasRoom();
      if (isUrgent) await outbox.emptied();
      flush(isAny);
      await outbox.emptied();
    },
    leave: () => {
      for (const isMeant of [isException, isAny]) {
        pack(isMeant, MOST_LEAVING_BYTES);
        outbox.leave(isMeant);
      }
      outbox.pump();
    },
    close: () => {
      most = 0;
      pack(isAny);
      outbox.close();
    },
  };
}

const isException = ({ type }: SluiceEvent): boolean => type === 'exception';
const isAny = (): boolean => true;
