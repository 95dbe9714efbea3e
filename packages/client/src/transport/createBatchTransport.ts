import type { TransportHost } from '../core/client.js';
import type { Dsn } from '../core/dsn.js';
import type { SluiceEvent } from '../core/event.js';
import type { ClientOptions } from '../core/options.js';
import type { GroupingTransport } from '../core/transport.js';
import { createHoldOffs } from './holdOffs.js';
import { MOST_BYTES, MOST_LEAVING_BYTES, MOST_WAITING } from './limits.js';
import { later } from './later.js';
import { dropEvents } from './dropEvents.js';
import { makeBatches } from './makeBatches.js';
import { createOutbox } from './outbox.js';
import { createHttpSender, type TransportEnvironment } from './httpSender.js';

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
  const [isHeld, wait] = limits;
  const wire = createHttpSender({ key, endpoint }, timeout, { ...host, ...environment });
  const freed = (): void => {
    pump();
    if (isUrgent) flush();
  };
  const [hasRoom, waiting, put, pump, leave, emptied, close] = createOutbox(retries, { host, wire, limits, freed });
  let buffer: SluiceEvent[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The buffer is due and waits for the end of another request. */
  let isUrgent = false;
  /** Maximum waiting events; 0 for a closed transport. */
  let most = MOST_WAITING;

  const isTaken = (event: SluiceEvent): boolean => {
    const isDropped = isHeld(event);
    const isFull = buffer.length + waiting() >= most;
    // Exceptions are accepted even if the buffer is full of other events.
    const other = isException(event) ? buffer.findIndex((one) => !isException(one)) : -1;
    const lost = isDropped || (isFull && other < 0) ? event : isFull && buffer.splice(other, 1)[0];
    if (lost) dropEvents(host, [lost], isDropped ? 'held_off' : 'queue_full');
    return lost !== event;
  };
  const isFree = (event: SluiceEvent): boolean => wait(event) <= 0;
  const pack = (isMeant: (event: SluiceEvent) => boolean, mostBytes = MOST_BYTES): void => {
    clearTimeout(timer);
    isUrgent = false;
    const events = buffer.filter(isMeant);
    // Read once: a hold-off may end between two reads.
    buffer = buffer.filter((event) => !events.includes(event));
    makeBatches(events, mostBytes).forEach(put);
  };
  const flushLater = (ms: number): void => {
    clearTimeout(timer);
    timer = later(flush, ms);
  };
  const flush = (isMeant?: () => boolean): void => {
    // Events that arrive during a request form one batch; one batch per event would fill the queue.
    isUrgent = !isMeant && !hasRoom();
    if (isUrgent) return;
    pack(isMeant ?? isFree);
    pump();
    if (buffer[0]) flushLater(wait(buffer[0]));
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
      isUrgent ||= !hasRoom();
      if (isUrgent) await emptied();
      flush(isAny);
      await emptied();
    },
    leave: () => {
      for (const isMeant of [isException, isAny]) {
        pack(isMeant, MOST_LEAVING_BYTES);
        leave(isMeant);
      }
      pump();
    },
    close: () => {
      most = 0;
      pack(isAny);
      close();
    },
  };
}

const isException = ({ type }: SluiceEvent): boolean => type === 'exception';
const isAny = (): boolean => true;
