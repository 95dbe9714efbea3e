import { isObject } from '@sluice/contract';
import { ApiError } from '@sluice/management';
import { periodicTask, type Clock, type Component, type Logger } from '@sluice/runtime';
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm, utimes } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { createChunkLedger } from './createChunkLedger.js';
import type { ChunkName } from './createChunkShelves.js';

/** Chunks of uploads on the disk of this process, by organization. They end with the process, and after a day. */
export interface ChunkStore extends Component {
  /**
   * Writes a chunk to disk. The stream has a reader when this returns.
   * @throws ApiError 400 if the bytes have another SHA-1, are more than {@link CHUNK_BYTES} or are not gzip, 503 if there is no room
   */
  readonly receive: (name: ChunkName, arriving: ArrivingChunk) => Promise<void>;
  /** Returns the chunks that are not there, each once. Those that are count as used. */
  readonly missing: (organizationId: string, sha1s: readonly string[]) => readonly string[];
  /**
   * Writes the chunks one after another to a file that does not exist, and returns its SHA-1; `undefined` if a chunk is
   * missing.
   */
  readonly join: (organizationId: string, sha1s: readonly string[], file: string) => Promise<string | undefined>;
  /** Bytes on disk, as they count against the capacity. */
  readonly bytes: () => number;
}

/** A chunk as a client sends it. */
interface ArrivingChunk {
  readonly bytes: Readable;
  readonly isGzip: boolean;
}

/** The size of every chunk of a bundle but the last, which may be smaller. */
export const CHUNK_BYTES = 8 * 1_048_576;

/** Dependencies of the store. */
interface ChunkStoreDeps {
  /** Returns the directory for the chunks; it may not exist. */
  readonly directory: () => string;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Returns a store without chunks. @param capacity in bytes, see `createChunkLedger` @param sweepMs between two looks for old chunks */
export function createChunkStore(
  { directory, clock, logger }: ChunkStoreDeps,
  { capacity, sweepMs }: { readonly capacity: number; readonly sweepMs: number },
): ChunkStore {
  const ledger = createChunkLedger(capacity);
  let files = 0;
  const discard = async (paths: readonly string[]): Promise<void> => {
    for (const one of paths) await rm(one, { force: true });
  };
  const sweep = periodicTask('delete old chunks', sweepMs, logger, async () => {
    await discard(ledger.expire(clock()));
    // On a shared volume, other machines remove what is older than a day (`scratch.ts`).
    const now = new Date();
    await utimes(directory(), now, now);
  });
  return {
    start: async () => {
      await mkdir(directory(), { recursive: true, mode: 0o700 });
      await sweep.start();
    },
    stop: sweep.stop,
    receive: async (name, arriving) => {
      // The id is one of the database. Nothing that a client sends is part of a path.
      const file = path.join(directory(), `${name.organizationId}-${files}`);
      files += 1;
      const bytes = await writeChecked(arriving, file, name.sha1).catch(async (error: unknown) => {
        await discard([file]);
        throw isOfGzip(error) ? badChunk(`The chunk ${name.sha1} is not valid gzip.`) : error;
      });
      const { isFull, discarded } = ledger.add(name, { bytes, file, arrivedMs: clock() });
      await discard(discarded);
      if (isFull) throw NO_ROOM;
    },
    missing: (organizationId, sha1s) => [...new Set(sha1s)].filter((sha1) => !ledger.use({ organizationId, sha1 })),
    join: async (organizationId, sha1s, file) => {
      const held = ledger.hold(organizationId, sha1s);
      if (held === undefined) return undefined;
      try {
        return await joinFiles(held.files, file);
      } finally {
        held.release();
      }
    },
    bytes: ledger.weight,
  };
}

/** Writes files one after another to a new one, and returns the SHA-1 of its bytes. */
async function joinFiles(files: readonly string[], target: string): Promise<string> {
  const hash = createHash('sha1');
  await pipeline(
    async function* () {
      for (const file of files) {
        for await (const part of createReadStream(file) as AsyncIterable<Buffer>) {
          hash.update(part);
          yield part;
        }
      }
    },
    createWriteStream(target, { flags: 'wx', mode: 0o600 }),
  );
  return hash.digest('hex');
}

const NO_ROOM = new ApiError(503, 'busy', 'There is no room for chunks; try again in a moment.', {
  'retry-after': '5',
});

/** Writes a new file, and returns its size. @throws ApiError 400 if the bytes have another SHA-1, or are too many */
async function writeChecked({ bytes, isGzip }: ArrivingChunk, file: string, sha1: string): Promise<number> {
  const hash = createHash('sha1');
  let size = 0;
  const check = async function* (parts: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const part of parts) {
      size += part.length;
      if (size > CHUNK_BYTES) throw badChunk(`A chunk exceeds the limit of ${CHUNK_BYTES} bytes.`);
      hash.update(part);
      yield part;
    }
  };
  const target = createWriteStream(file, { flags: 'wx', mode: 0o600 });
  await (isGzip ? pipeline(bytes, createGunzip(), check, target) : pipeline(bytes, check, target));
  if (hash.digest('hex') === sha1) return size;
  throw badChunk(`The SHA-1 of the chunk is not its name ${sha1}.`);
}

/** Errors of zlib have codes such as `Z_DATA_ERROR`. */
const isOfGzip = (error: unknown): boolean =>
  isObject(error) && typeof error['code'] === 'string' && error['code'].startsWith('Z_');

const badChunk = (message: string): ApiError => new ApiError(400, 'bad_chunk', message);
