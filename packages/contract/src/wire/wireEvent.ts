import type { JsonObject } from '../job.js';

/** An event as a client writes it (protocol 2.1). `Payload` is one of the payload types in this folder. */
export interface WireEvent<Type extends string, Payload> {
  readonly type: Type;
  /** ISO 8601, the client's clock. */
  readonly timestamp: string;
  readonly tags?: Readonly<Record<string, string>>;
  /** Flat, dot-notation keys (protocol 2.2). */
  readonly contexts?: JsonObject;
  readonly payload: Payload;
}
