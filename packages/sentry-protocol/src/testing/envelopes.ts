import { readEnvelope, type Envelope, type EnvelopeItem } from '../envelope/readEnvelope.js';

/** Parses a text as JSON; `undefined` if it is not. */
export function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

/** An item as its type, or its header, and its payload. */
export type Item = readonly [header: string | object, payload: unknown];

/** Returns the bytes of an envelope without lengths. Payloads that are no strings are JSON. */
export function envelopeBytes(items: readonly Item[], header: object = {}): Buffer {
  const lines = items.flatMap(([itemHeader, payload]) => [
    JSON.stringify(typeof itemHeader === 'string' ? { type: itemHeader } : itemHeader),
    typeof payload === 'string' ? payload : JSON.stringify(payload),
  ]);
  return Buffer.from([JSON.stringify(header), ...lines].join('\n'));
}

/** Returns the envelope of some bytes. @throws if it is not readable */
export function openEnvelope(bytes: Buffer): Envelope {
  const envelope = readEnvelope(bytes, 1_000);
  if ('problem' in envelope) throw new Error(envelope.problem);
  return envelope;
}

/** Returns the element of a list of one. @throws if there is none or another */
export function only<T>(list: readonly T[]): T {
  const [first, ...others] = list;
  if (first === undefined || others.length > 0) throw new Error(`expected 1 element, got ${list.length}`);
  return first;
}

/** Returns an item of an envelope. */
export const itemOf = (header: object, payload: string | Buffer): EnvelopeItem => ({
  header: { ...header },
  payload: Buffer.from(payload),
});
