import type { SluiceEvent } from './event.js';

/** Takes events and brings them somewhere. A transport of one's own is given as a factory, see `ClientOptions.transport`. */
export interface Transport {
  /** Takes an event; it may send it later. */
  send(event: SluiceEvent): void | Promise<void>;
  /** Sends what is buffered; resolves when that is done, or given up on. For transports that buffer. */
  flush?(): Promise<void>;
  /** Address that events are sent to: integrations leave requests to it alone. */
  readonly endpoint?: string;
}

/** What the SDK's own transports do besides. */
export interface GroupingTransport extends Transport {
  /**
   * Takes events that belong together, such as a trace: they leave in one batch, at once. @param isLeaving they wait for
   * `leave`, which is called next
   */
  sendTogether?(events: readonly SluiceEvent[], isLeaving?: boolean): void;
  /** The page is going, or may be: whatever is buffered leaves in a way that outlives it. */
  leave?(): void;
  /** Takes no more events, and stops its timers. */
  close?(): void;
}

/** Of the batching transport; each has a default. */
export interface TransportOptions {
  /** Events that make a batch: 20. */
  readonly maxBatchSize?: number;
  /** Milliseconds without another event after which those that wait are sent: 2,000. */
  readonly flushInterval?: number;
  /** Types that do not wait: `['exception']`. */
  readonly immediateTypes?: readonly string[];
  /** Milliseconds that a request may take: 5,000. */
  readonly timeout?: number;
  /** Times that a request is repeated which failed without an answer: 1. */
  readonly retries?: number;
  /** Hears of each event that was given up on, once, with why. What it reports itself is not sent. */
  readonly onError?: (error: unknown, event: SluiceEvent) => void;
  /** Where to send: the default is the DSN's own `/api/envelope`. */
  readonly endpoint?: string;
}
