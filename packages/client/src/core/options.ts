import type { Dropped } from './dropped.js';
import type { EventType, Payloads, SluiceEvent } from './event.js';
import type { EventParts } from './eventParts.js';
import type { Guard } from './guard.js';
import type { Transport, TransportOptions } from './transport.js';

/** What the program knows of what it reports. */
export interface Hint {
  /** What was thrown. */
  readonly error?: unknown;
}

type Falsy = false | null | undefined | 0 | '';

export interface ClientOptions {
  /** `https://<key>@<host>[:port][/base]`. Empty or absent: nothing is sent, and nothing is said. */
  readonly dsn?: string;
  /** Character for character what source maps were uploaded for. */
  readonly release?: string;
  /** `production`, `staging`, … */
  readonly environment?: string;
  /** Says on the console what it does. */
  readonly debug?: boolean;
  /** Makes a transport of one's own; `dsn` is not needed then, and `transportOptions` are ignored. */
  readonly transport?: (options: ClientOptions) => Transport;
  readonly transportOptions?: TransportOptions;
  /** Share of traces whose spans are sent, 0 to 1: 1. */
  readonly tracesSampleRate?: number;
  /** Changes an event, or drops it by `null`. Where it throws the event is dropped. */
  readonly beforeSend?: (event: SluiceEvent, hint: Hint) => SluiceEvent | null;
  /** What is falsy is skipped: `condition && integration()`. */
  readonly integrations?: readonly (Integration | Falsy)[];
}

/** A part that may be left out of a program. */
export interface Integration {
  readonly name: string;
  /** Starts. @returns what stops it again, and puts back whatever it wrapped */
  setup(client: Client): (() => void) | undefined;
}

/** What takes events of the whole program, and what integrations work with. */
export interface Client {
  readonly options: ClientOptions;
  readonly dropped: Dropped;
  /** Runs a callback; what it throws is the SDK's own affair, and told only with `debug`. */
  readonly guard: Guard;
  /** Makes an event of a payload and sends it. */
  capture<Type extends EventType>(type: Type, payload: Payloads[Type], parts?: EventParts, hint?: Hint): void;
  /** An event as it would be sent; `undefined` where `beforeSend` drops it. */
  prepare<Type extends EventType>(
    type: Type,
    payload: Payloads[Type],
    parts?: EventParts,
    hint?: Hint,
  ): SluiceEvent | undefined;
  /** Sends events that belong together. */
  sendTogether(events: readonly SluiceEvent[]): void;
  /**
   * Calls back before an event of a type is made: what it sets in a scope is in the event. What it returns is called once
   * the event is certain to be sent: `beforeSend` may drop it. @returns undoes it
   */
  onCapture(callback: (type: EventType) => (() => void) | undefined): () => void;
  /** Calls back before everything has to leave: the page is hidden, or the client is closed. @returns undoes it */
  onLeave(callback: () => void): () => void;
  /** Everything leaves that is held or buffered, in a way that outlives the page. */
  leave(): void;
  /** Of the transport. */
  readonly endpoint: string | undefined;
  /** The transport is being called right now. */
  readonly isSending: () => boolean;
  /** Resolves when what is buffered was sent, or given up on. */
  flush(): Promise<void>;
  /** Sends what there is, and stops: nothing is captured from then on. */
  close(): Promise<void>;
}
