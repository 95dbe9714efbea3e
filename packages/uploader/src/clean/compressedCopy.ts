import { mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';

const ENDING = /\.(gz|br|zst)$/i;
/** Maximum size of a decompressed file. */
const MAX_BYTES = 268_435_456;
/** The first bytes of a Zstandard frame (RFC 8878, 3.1.1). */
const ZSTD_MAGIC = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

interface Coding {
  readonly read: (bytes: Uint8Array) => Promise<Buffer>;
  readonly write: (bytes: Uint8Array) => Promise<Buffer>;
}

type Compress = (bytes: Uint8Array, options: object) => Promise<Buffer>;

const bounded = { maxOutputLength: MAX_BYTES };
const CODINGS: Readonly<Record<string, Coding | undefined>> = {
  gz: {
    read: (bytes) => (promisify(zlib.gunzip) as Compress)(bytes, bounded),
    write: (bytes) => (promisify(zlib.gzip) as Compress)(bytes, { level: 9 }),
  },
  br: {
    read: (bytes) => (promisify(zlib.brotliDecompress) as Compress)(bytes, bounded),
    write: (bytes) => promisify(zlib.brotliCompress)(bytes),
  },
  zst: zstd(),
};

/** Node has Zstandard since 22.15; the types are those of Node 20. */
function zstd(): Coding | undefined {
  type Callback = (error: Error | null, result: Buffer) => void;
  type Coder = (bytes: Uint8Array, options: object, done: Callback) => void;
  const { zstdCompress, zstdDecompress, constants } = zlib as unknown as {
    readonly zstdCompress?: Coder;
    readonly zstdDecompress?: Coder;
    readonly constants: Readonly<Record<string, number>>;
  };
  if (zstdCompress === undefined || zstdDecompress === undefined) return undefined;
  const params = { [constants['ZSTD_c_compressionLevel'] ?? 0]: 19 };
  return {
    read: (bytes) => promisify(zstdDecompress)(bytes, bounded),
    write: (bytes) => promisify(zstdCompress)(bytes, { params }),
  };
}

/** Name of the file that `file` is a compressed copy of (`app.js` of `app.js.gz`); `undefined` if it is none. */
export const copiedName = (file: string): string | undefined =>
  ENDING.test(file) ? file.replace(ENDING, '') : undefined;

/** Whether this Node can read and write the compression of a copy. */
export const isRewritable = (copy: string): boolean => codingOf(copy) !== undefined;

/** Whether a file begins as a Zstandard frame. */
export const isZstd = async (absolute: string): Promise<boolean> =>
  (await readFile(absolute)).subarray(0, ZSTD_MAGIC.length).equals(ZSTD_MAGIC);

/** Runs the work with the path of a temporary file that contains the decompressed copy. Rejects if it cannot be read. */
export async function withContents<Result>(copy: string, work: (absolute: string) => Promise<Result>): Promise<Result> {
  const directory = await mkdtemp(path.join(tmpdir(), 'sluice-copy-'));
  try {
    const contents = path.join(directory, 'contents');
    await writeFile(contents, await required(copy).read(await readFile(copy)));
    return await work(contents);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Replaces a copy atomically by the compressed contents of a file. */
export async function rewriteCopy(copy: string, contents: string): Promise<void> {
  const temporary = `${copy}.${process.pid}.tmp`;
  const { mode } = await stat(copy);
  try {
    await writeFile(temporary, await required(copy).write(await readFile(contents)), { mode, flag: 'wx' });
    await rename(temporary, copy);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

const codingOf = (copy: string): Coding | undefined => CODINGS[ENDING.exec(copy)?.[1]?.toLowerCase() ?? ''];

function required(copy: string): Coding {
  const coding = codingOf(copy);
  if (coding === undefined) throw new Error(`${copy}: this Node does not support its compression`);
  return coding;
}
