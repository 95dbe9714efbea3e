import type { SluiceEvent } from './event.js';

/** Delivers events. A custom transport is passed as a factory, see `ClientOptions.transport`. */
export interface Transport {
  /** Accepts an event, which may be sent later. */
  send(event: SluiceEvent): void | Promise<void>;
  /** Sends buffered events; resolves when they are sent or lost. For transports that buffer. */
  flush?(): Promise<void>;
  /** URL that events are sent to; integrations ignore requests to it. */
  readonly endpoint?: string;
}

/** Additional methods of the built-in transports. */
export interface GroupingTransport extends Transport {
  /**
   * Accepts related events, such as a trace, and sends them immediately in one batch.
   * @param isLeaving whether they wait for `leave`, which is called next
   */
  sendTogether?(events: readonly SluiceEvent[], isLeaving?: boolean): void;
  /** Sends everything buffered so that it outlives the page, which may be left. */
  leave?(): void;
  /** Accepts no more events and stops timers. */
  close?(): void;
}

/** Options of the batching transport; each has a default. */
export interface TransportOptions {
  /** Events per batch; default 20. */
  readonly maxBatchSize?: number;
  /** Milliseconds without a further event after which buffered events are sent; default 2,000. */
  readonly flushInterval?: number;
  /** Types that are sent immediately; default `['exception']`. */
  readonly immediateTypes?: readonly string[];
  /** Request timeout in milliseconds; default 5,000. */
  readonly timeout?: number;
  /** Retries of a request without a response; default 1. */
  readonly retries?: number;
  /**
   * Called once for each lost event, with the reason; in a page for at most 100 at once, then for one in ten seconds. Events
   * captured within it are not sent.
   */
  readonly onError?: (error: unknown, event: SluiceEvent) => void;
  /** Endpoint; default `/api/envelope` of the DSN. */
  readonly endpoint?: string;
}
