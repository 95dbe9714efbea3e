import { isObject, type UnknownObject } from '@sluice/contract';
import type { Problem } from '../problem.js';

/** An item of an envelope. */
export interface EnvelopeItem {
  /** The fields that are read later: only `type`, if it is a string. */
  readonly header: UnknownObject;
  readonly payload: Buffer;
}

/** An envelope: `Headers {"\n" Item} ["\n"]`, where an item is a line of JSON and a payload. */
export interface Envelope {
  readonly header: UnknownObject;
  readonly items: readonly EnvelopeItem[];
}

const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** Bytes of an envelope's header, at most. Those of recorded SDKs have 412. */
export const MAX_ENVELOPE_HEADER = 16_384;

/**
 * Bytes of the headers of all items of an envelope, at most: they are parsed at once, in about 15 ms for so many. Those of recorded
 * SDKs have 102 each; that of an attachment has the name of its file.
 */
const MAX_ITEM_HEADERS = 1_048_576;

/**
 * Splits an envelope. The payload of an item ends after `length` bytes, or at the next line break if its header has no valid
 * `length`. Returns a problem only if a header or the framing is unreadable, if the header of the envelope is too long, or for more than
 * `maxItems` items or 1 MiB of their headers; unknown fields and types of items are never one.
 */
export function readEnvelope(bytes: Buffer, maxItems: number): Envelope | Problem {
  let at = endOfLine(bytes, 0);
  const header = at > MAX_ENVELOPE_HEADER ? undefined : readHeader(bytes.subarray(0, at));
  if (header === undefined) return unreadable('The first line of the envelope is not a JSON object of at most 16 KiB.');
  const items: EnvelopeItem[] = [];
  let headerBytes = 0;
  for (at = skipBlankLines(bytes, at + 1); at < bytes.length; at = skipBlankLines(bytes, at)) {
    const headerEnd = endOfLine(bytes, at);
    headerBytes += headerEnd - at;
    if (items.length === maxItems) return tooLarge(`${maxItems} items`);
    if (headerBytes > MAX_ITEM_HEADERS) return tooLarge('1 MiB of headers of items');
    const itemHeader = readHeader(bytes.subarray(at, headerEnd));
    const place = `item ${items.length + 1} of the envelope`;
    if (itemHeader === undefined) return unreadable(`The header of ${place} is not a JSON object.`);
    const start = Math.min(headerEnd + 1, bytes.length);
    const { type, length } = itemHeader;
    const end = endOfPayload(bytes, start, length);
    if (end === undefined) return unreadable(`The payload of ${place} does not have the length that its header says.`);
    items.push({ header: typeof type === 'string' ? { type } : {}, payload: bytes.subarray(start, end) });
    at = end + 1;
  }
  return { header, items };
}

const tooLarge = (content: string): Problem => ({
  problem: `The envelope contains more than ${content}. Send smaller envelopes.`,
  isTooLarge: true,
});

const unreadable = (problem: string): Problem => ({ problem, isTooLarge: false });

function endOfLine(bytes: Buffer, from: number): number {
  const end = bytes.indexOf(NEWLINE, from);
  return end === -1 ? bytes.length : end;
}

function readHeader(line: Buffer): UnknownObject | undefined {
  try {
    const header: unknown = JSON.parse(line.toString());
    return isObject(header) ? header : undefined;
  } catch {
    return undefined;
  }
}

function skipBlankLines(bytes: Buffer, from: number): number {
  let at = from;
  while (isBlank(bytes[at])) at += 1;
  return at;
}

/** Whether a byte is a space, a tab or a line break. */
const isBlank = (byte: number | undefined): boolean =>
  byte === 0x20 || byte === 0x09 || byte === CARRIAGE_RETURN || byte === NEWLINE;

function endOfPayload(bytes: Buffer, start: number, length: unknown): number | undefined {
  if (!Number.isSafeInteger(length) || (length as number) < 0) return endOfLine(bytes, start);
  const end = start + (length as number);
  const lineBreak = bytes[end] === CARRIAGE_RETURN ? end + 1 : end;
  const isFramed = end === bytes.length || bytes[lineBreak] === NEWLINE;
  return isFramed ? end : undefined;
}
