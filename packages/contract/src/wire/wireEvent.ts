import type { JsonObject } from '../job.js';

/** The envelope every event travels in (protocol 2.1), as a client writes it; `Payload` is one of the payload types beside this file. */
export interface WireEvent<Type extends string, Payload> {
  readonly type: Type;
  /** ISO 8601, the client's clock. */
  readonly timestamp: string;
  readonly tags?: Readonly<Record<string, string>>;
  /** Flat, dot-notation keys (protocol 2.2). */
  readonly contexts?: JsonObject;
  readonly payload: Payload;
}
