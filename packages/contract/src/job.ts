import type { EventType } from './eventTypes.js';
import type { KeyKind } from './projectKey.js';

/** Version of the job format below. A worker leaves jobs of a newer version to newer workers. */
export const JOB_VERSION = 1;

/** A JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** A JSON object. */
export interface JsonObject {
  readonly [key: string]: Json;
}

/** An accepted event as it travels: the cleaned event of protocol 2.1; `timestamp` is final. */
export interface AcceptedEvent {
  readonly type: EventType;
  readonly timestamp: string;
  readonly tags?: Json;
  readonly contexts?: Json;
  readonly payload: JsonObject;
}

/** All accepted events of one type in one batch; a receipt refers to it. Its content was frozen at accept. */
export interface Part {
  readonly project: string;
  readonly organization: string;
  readonly batch: string;
  /** Arrival at the gateway, milliseconds since 1970. */
  readonly arrival: number;
  /** The UTC hour the events were charged to, hours since 1970. */
  readonly hour: number;
  /** Epoch of the ledger that was charged. */
  readonly epoch: string;
  /** Client address, in its shortest form, as far as the project's setting `storeIp` allows; becomes `user.ip`. Empty: none. */
  readonly ip: string;
  /** The request's `User-Agent`, cut to 512 characters; becomes `user.agent`. */
  readonly agent: string;
  /** Of hits whose address is not stored in full: a hash of it with a key of the day, which distinguishes visitors. */
  readonly visitor?: string | undefined;
  /** Set where a server key sent the batch. Parts of earlier versions have none, and count as sent with a public one. */
  readonly keyKind?: Extract<KeyKind, 'server'> | undefined;
  /** W3C `traceparent` of the publish, if this batch is traced. */
  readonly trace?: string | undefined;
  /** Positions of {@link events} in the batch: the event ids follow from them. */
  readonly indexes: readonly number[];
  readonly events: readonly AcceptedEvent[];
}

/** The data of one job: parts of one type, from one or many batches of a shard. */
export interface Chunk {
  readonly version: number;
  readonly type: EventType;
  readonly parts: readonly Part[];
}

/** A {@link Part} as the gateway hands it to the publisher. */
export interface SerializedPart {
  readonly type: EventType;
  readonly events: number;
  /** Its JSON text in UTF-8, in pieces that are copied once, into the job. */
  readonly pieces: readonly Uint8Array[];
  /** Length of all pieces. */
  readonly bytes: number;
}
