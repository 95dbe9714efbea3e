import { isObject, type UnknownObject } from '@sluice/contract';
import type { Problem } from '../problem.js';

/** An item of an envelope: its header and its bytes. */
export interface EnvelopeItem {
  readonly header: UnknownObject;
  readonly payload: Buffer;
}

/** An envelope: `Headers {"\n" Item} ["\n"]`, where an item is a line of JSON and a payload. */
export interface Envelope {
  readonly header: UnknownObject;
  readonly items: readonly EnvelopeItem[];
}

const NEWLINE = 0x0a;

/** Bytes of the header of an envelope or of an item, at most. */
const MAX_HEADER = 65_536;

/**
 * Splits an envelope. The payload of an item ends after `length` bytes, or at the next line break if its header has no valid
 * `length`. Returns a problem only if a header or the framing is unreadable, or for more than `maxItems` items; unknown fields and
 * types of items are never one.
 */
export function readEnvelope(bytes: Buffer, maxItems: number): Envelope | Problem {
  let at = endOfLine(bytes, 0);
  const header = readHeader(bytes, 0, at);
  if (header === undefined) return unreadable('The first line of the envelope is not a JSON object of at most 64 KiB.');
  const items: EnvelopeItem[] = [];
  for (at = skipBlankLines(bytes, at + 1); at < bytes.length; at = skipBlankLines(bytes, at)) {
    if (items.length === maxItems) {
      return {
        problem: `The envelope contains more than ${maxItems} items. Send smaller envelopes.`,
        isTooLarge: true,
      };
    }
    const headerEnd = endOfLine(bytes, at);
    const itemHeader = readHeader(bytes, at, headerEnd);
    const place = `item ${items.length + 1} of the envelope`;
    if (itemHeader === undefined) return unreadable(`The header of ${place} is not a JSON object of at most 64 KiB.`);
    const start = Math.min(headerEnd + 1, bytes.length);
    const end = endOfPayload(bytes, start, itemHeader['length']);
    if (end === undefined) return unreadable(`The payload of ${place} does not have the length that its header says.`);
    items.push({ header: itemHeader, payload: bytes.subarray(start, end) });
    at = end + 1;
  }
  return { header, items };
}

const unreadable = (problem: string): Problem => ({ problem, isTooLarge: false });

function endOfLine(bytes: Buffer, from: number): number {
  const end = bytes.indexOf(NEWLINE, from);
  return end === -1 ? bytes.length : end;
}

function readHeader(bytes: Buffer, start: number, end: number): UnknownObject | undefined {
  if (end - start > MAX_HEADER) return undefined;
  try {
    const header: unknown = JSON.parse(bytes.toString('utf8', start, end));
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
  byte === 0x20 || byte === 0x09 || byte === 0x0d || byte === NEWLINE;

function endOfPayload(bytes: Buffer, start: number, length: unknown): number | undefined {
  if (!Number.isSafeInteger(length) || (length as number) < 0) return endOfLine(bytes, start);
  const end = start + (length as number);
  const isFramed = end === bytes.length || (end < bytes.length && bytes[end] === NEWLINE);
  return isFramed ? end : undefined;
}
