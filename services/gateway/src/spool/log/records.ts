import { crc32 } from 'node:zlib';

/**
 * A segment is {@link MAGIC} and then records:
 *
 * | bytes | hold |
 * |---|---|
 * | 4 | length of the payload, big endian |
 * | 4 | CRC-32 of the payload |
 * | 4 | CRC-32 of the eight bytes before |
 * | … | payload |
 *
 * The header has a sum of its own, so that a length can be trusted: a payload that is not all there is then a write that
 * was cut short, and never a flipped bit that makes the rest of the segment look so.
 */
export const MAGIC = Buffer.from('SLSPOOL1');

const HEADER_BYTES = 12;

/** The record of a payload. */
export function encodeRecord(payload: Buffer): Buffer {
  const record = Buffer.allocUnsafe(HEADER_BYTES + payload.length);
  record.writeUInt32BE(payload.length, 0);
  record.writeUInt32BE(crc32(payload), 4);
  record.writeUInt32BE(crc32(record.subarray(0, 8)), 8);
  payload.copy(record, HEADER_BYTES);
  return record;
}

/** What a scan found. */
export interface Scan {
  readonly payloads: readonly Buffer[];
  /** Where each record ends. */
  readonly ends: readonly number[];
  /** Where the last whole record ends. */
  readonly end: number;
  /** Why it ended: nothing more is there, or wanted; not all of the next record is; it is not what was written. */
  readonly stop: 'end' | 'short' | 'corrupt';
  /** Bytes of the next record, where its header is there. */
  readonly nextBytes: number;
}

/** Reads whole records from `from` on, at most `maxRecords`. */
export function scanRecords(bytes: Buffer, from: number, maxRecords = Infinity): Scan {
  const payloads: Buffer[] = [];
  const ends: number[] = [];
  let end = from;
  let nextBytes = 0;
  const stopped = (stop: Scan['stop']): Scan => ({ payloads, ends, end, stop, nextBytes });
  for (;;) {
    nextBytes = 0;
    const left = bytes.length - end;
    if (left === 0 || ends.length === maxRecords) return stopped('end');
    if (left < HEADER_BYTES) return stopped('short');
    if (bytes.readUInt32BE(end + 8) !== crc32(bytes.subarray(end, end + 8))) return stopped('corrupt');
    nextBytes = HEADER_BYTES + bytes.readUInt32BE(end);
    if (left < nextBytes) return stopped('short');
    const payload = bytes.subarray(end + HEADER_BYTES, end + nextBytes);
    if (bytes.readUInt32BE(end + 4) !== crc32(payload)) return stopped('corrupt');
    end += nextBytes;
    payloads.push(payload);
    ends.push(end);
  }
}
