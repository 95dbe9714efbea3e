import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * A backup is `SLUICE-BACKUP\n` and frames: one byte for the kind, the length of the payload and a CRC-32 of kind, length and
 * payload (4 bytes each, big-endian), and the payload. The order of the kinds:
 *
 * | kind | payload |
 * |---|---|
 * | `M` manifest | JSON, {@link BackupManifest} |
 * | `T` table | JSON: name of a table or partition, and its columns |
 * | `D` data | a part of the output of COPY in text format, deflated; any number after each `T` |
 * | `E` end of the table | JSON: number of rows |
 * | `S` sequences | JSON: position of each |
 * | `Z` end of the backup | JSON: numbers of tables and rows, SHA-256 of everything before this frame |
 */
const KINDS = { M: 'manifest', T: 'table', D: 'data', E: 'tableEnd', S: 'sequences', Z: 'end' } as const;

/** The meaning of a frame. */
export type FrameKind = (typeof KINDS)[keyof typeof KINDS];

/** A frame with a valid checksum. */
export interface Frame {
  readonly kind: FrameKind;
  readonly payload: Buffer;
  /** SHA-256 of everything before this frame, in hex; only of the end. */
  readonly digestBefore: string | undefined;
}

const MAGIC = Buffer.from('SLUICE-BACKUP\n');
const HEADER_BYTES = 9;
/** No payload is longer; a longer one is damage, and would be read into memory. */
export const MAX_PAYLOAD = 16 * 1_048_576;

const LETTER_OF = new Map(Object.entries(KINDS).map(([letter, kind]) => [kind, letter.charCodeAt(0)]));
const KIND_OF = new Map([...LETTER_OF].map(([kind, letter]) => [letter, kind]));

/** Writes the frames of one backup. */
export interface FrameWriter {
  readonly write: (kind: FrameKind, payload: Buffer) => Promise<void>;
  /** SHA-256 of everything that was written, in hex. */
  readonly digest: () => string;
  /** Number of bytes that were written. */
  readonly bytes: () => number;
}

/** Returns a writer of frames. @param sink writes bytes in order; it resolves when it can take more */
export async function createFrameWriter(sink: (bytes: Buffer) => Promise<void>): Promise<FrameWriter> {
  const hash = createHash('sha256');
  let total = 0;
  const put = async (bytes: Buffer): Promise<void> => {
    hash.update(bytes);
    total += bytes.length;
    await sink(bytes);
  };
  await put(MAGIC);
  return {
    write: async (kind, payload) => {
      await put(headerOf(LETTER_OF.get(kind) ?? 0, payload));
      await put(payload);
    },
    digest: () => hash.copy().digest('hex'),
    bytes: () => total,
  };
}

function headerOf(letter: number, payload: Buffer): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt8(letter, 0);
  header.writeUInt32BE(payload.length, 1);
  header.writeUInt32BE(crc32(payload, crc32(header.subarray(0, 5))), 5);
  return header;
}

/**
 * Yields the frames of a backup up to its end, each with a valid checksum.
 * @param chunks the bytes of the file @throws one sentence if it is no backup, incomplete or damaged
 */
export async function* readFrames(chunks: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  const reader = createByteReader(chunks);
  try {
    yield* framesOf(reader);
  } finally {
    await reader.close();
  }
}

async function* framesOf(reader: ByteReader): AsyncGenerator<Frame> {
  const magic = await reader.take(MAGIC.length);
  if (magic === undefined || !magic.equals(MAGIC)) throw new Error('it is not a backup of Sluice');
  const hash = createHash('sha256').update(magic);
  for (;;) {
    const at = reader.position();
    const header = await reader.take(HEADER_BYTES);
    const kind = header === undefined ? undefined : KIND_OF.get(header[0] ?? 0);
    if (header === undefined) throw incomplete(reader.position());
    const length = header.readUInt32BE(1);
    if (kind === undefined || length > MAX_PAYLOAD) throw damaged(at);
    const payload = await reader.take(length);
    if (payload === undefined) throw incomplete(reader.position());
    if (!headerOf(header[0] ?? 0, payload).equals(header)) throw damaged(at);
    yield { kind, payload, digestBefore: kind === 'end' ? hash.copy().digest('hex') : undefined };
    hash.update(header).update(payload);
    if (kind === 'end') break;
  }
  const end = reader.position();
  if ((await reader.take(1)) !== undefined) throw damaged(end);
}

const incomplete = (at: number): Error =>
  new Error(`it is incomplete: it ends after ${at} bytes, without the end of a backup`);

/** The error for bytes that no backup has. */
export const damaged = (at: number | string): Error =>
  new Error(`it is damaged${typeof at === 'number' ? ` at byte ${at}` : `: ${at}`}`);

interface ByteReader {
  /** Resolves with so many bytes; with `undefined` if the input ends before. */
  readonly take: (count: number) => Promise<Buffer | undefined>;
  /** Number of bytes that were read from the input and are not waiting. */
  readonly position: () => number;
  readonly close: () => Promise<void>;
}

function createByteReader(chunks: AsyncIterable<Buffer>): ByteReader {
  const input = chunks[Symbol.asyncIterator]();
  let waiting: Buffer[] = [];
  let [size, position] = [0, 0];
  return {
    take: async (count) => {
      while (size < count) {
        const next = await input.next();
        if (next.done === true) {
          position += size;
          [waiting, size] = [[], 0];
          return undefined;
        }
        waiting.push(next.value);
        size += next.value.length;
      }
      const all = waiting.length === 1 ? (waiting[0] ?? Buffer.alloc(0)) : Buffer.concat(waiting);
      waiting = [all.subarray(count)];
      size -= count;
      position += count;
      return all.subarray(0, count);
    },
    position: () => position,
    close: async () => {
      await input.return?.();
    },
  };
}
