import type { SluiceEvent } from './event.js';
import type { Integration } from './client.js';
import type { Transport, TransportOptions } from './transport.js';

/** What the program knows of what it reports. */
export interface Hint {
  /** What was thrown. */
  readonly error?: unknown;
}

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
  readonly integrations?: readonly Integration[];
}
