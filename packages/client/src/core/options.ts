import type { Dropped } from './dropped.js';
import type { EventType, Payloads, SluiceEvent } from './event.js';
import type { EventParts } from './eventParts.js';
import type { Guard } from './guard.js';
import type { Transport, TransportOptions } from './transport.js';

/** Hint about the origin of an event. */
export interface Hint {
  /** The thrown value. */
  readonly error?: unknown;
}

type Falsy = false | null | undefined | 0 | '';

export interface ClientOptions {
  /** `https://<key>@<host>[:port][/base]`. Empty or absent: nothing is sent, without a warning. */
  readonly dsn?: string;
  /** Must equal the release of the uploaded source maps. */
  readonly release?: string;
  /** `production`, `staging`, … */
  readonly environment?: string;
  /** Prints debug messages. */
  readonly debug?: boolean;
  /** Creates a custom transport; `dsn` is then optional and `transportOptions` are ignored. */
  readonly transport?: (options: ClientOptions) => Transport;
  readonly transportOptions?: TransportOptions;
  /** Share of traces whose spans are sent, 0 to 1; default 1. */
  readonly tracesSampleRate?: number;
  /** Changes an event, or drops it by returning `null` or throwing. */
  readonly beforeSend?: (event: SluiceEvent, hint: Hint) => SluiceEvent | null;
  /** Falsy entries are skipped: `condition && integration()`. */
  readonly integrations?: readonly (Integration | Falsy)[];
}

/** An optional part of the SDK. */
export interface Integration {
  readonly name: string;
  /** Starts the integration. @returns a function that stops it and restores wrapped functions */
  setup(client: Client): (() => void) | undefined;
}

/** The client: captures events and serves integrations. */
export interface Client {
  readonly options: ClientOptions;
  readonly dropped: Dropped;
  /** Runs a callback; exceptions are swallowed and printed with `debug`. */
  readonly guard: Guard;
  /** Creates an event from a payload and sends it. */
  capture<Type extends EventType>(type: Type, payload: Payloads[Type], parts?: EventParts, hint?: Hint): void;
  /** Builds an event and returns it after `beforeSend`; `undefined` if it was dropped. */
  build<Type extends EventType>(
    type: Type,
    payload: Payloads[Type],
    parts?: EventParts,
    hint?: Hint,
  ): SluiceEvent | undefined;
  /** Sends related events in one batch. */
  sendTogether(events: readonly SluiceEvent[]): void;
  /**
   * Calls back before an event of a type is created, so that changes to the scope are included. The returned function is called
   * once the event passed `beforeSend`. @returns a function that removes the callback
   */
  onCapture(callback: (type: EventType) => (() => void) | undefined): () => void;
  /** Calls back before the page is hidden or the client is closed. @returns a function that removes the callback */
  onLeave(callback: () => void): () => void;
  /** Sends everything held or buffered, so that it outlives the page. */
  leave(): void;
  /** Endpoint of the transport. */
  readonly endpoint: string | undefined;
  /** Whether the transport is being called. */
  readonly isSending: () => boolean;
  /** Resolves when buffered events are sent or lost. */
  flush(): Promise<void>;
  /** Flushes and stops; later events are ignored. */
  close(): Promise<void>;
}
