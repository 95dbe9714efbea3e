import { crc32 } from 'node:zlib';

/**
 * A segment is {@link MAGIC} followed by records:
 *
 * | bytes | content |
 * |---|---|
 * | 4 | length of the payload, big endian |
 * | 4 | CRC-32 of the payload |
 * | 4 | CRC-32 of the previous eight bytes |
 * | … | payload |
 *
 * The header has a separate checksum, so that the length is reliable: an incomplete payload is then an incomplete write and not a
 * flipped bit in the length.
 */
export const MAGIC = Buffer.from('SLSPOOL1');

const HEADER_BYTES = 12;

/** Returns the record of a payload. */
export function encodeRecord(payload: Buffer): Buffer {
  const record = Buffer.allocUnsafe(HEADER_BYTES + payload.length);
  record.writeUInt32BE(payload.length, 0);
  record.writeUInt32BE(crc32(payload), 4);
  record.writeUInt32BE(crc32(record.subarray(0, 8)), 8);
  payload.copy(record, HEADER_BYTES);
  return record;
}

/** Result of a scan. */
export interface Scan {
  readonly payloads: readonly Buffer[];
  /** End positions of the records. */
  readonly ends: readonly number[];
  /** End position of the last whole record. */
  readonly end: number;
  /** Why the scan ended: end of bytes or `maxRecords`, an incomplete record, or a corrupt one. */
  readonly stop: 'end' | 'short' | 'corrupt';
  /** Size of the next record; 0 if its header is incomplete or corrupt. */
  readonly nextBytes: number;
}

/** Returns at most `maxRecords` whole records, starting at `from`. */
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
