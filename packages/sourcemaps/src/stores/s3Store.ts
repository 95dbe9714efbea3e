import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import pLimit from 'p-limit';
import type { ByteRange } from '../codec/read/sourceMapIndex.js';
import { checkedKey, type BlobStore } from './blobStore.js';
import type { BlobKey } from '../sql/garbage.js';
import { createS3Client, S3Error, type S3Client, type S3Config } from './s3Client.js';

/** Concurrent requests of one read. */
const PARALLEL = 16;

const [NOT_FOUND, PRECONDITION_FAILED, RANGE_BEYOND, NOT_IMPLEMENTED] = [404, 412, 416, 501];
const PARTIAL = 206;

/**
 * Stores blobs as objects of an S3-compatible store, `<prefix><project>/<blob>`; each range is a request. A blob is
 * held in memory while it is written. The credentials also need `s3:ListBucket`: without it AWS answers 403 for a
 * missing object.
 */
export function createS3Store(config: S3Config): BlobStore {
  const client = createS3Client(config);
  const keyOf = (key: BlobKey): string => {
    const { projectId, blobId } = checkedKey(key);
    return `${config.prefix}${projectId}/${blobId}`;
  };
  return {
    put: async (key, path) => putObject(client, keyOf(key), await readFile(path)),
    readRanges: (key, ranges) => readObjectRanges(client, keyOf(key), ranges),
    download: (key, path) => downloadObject(client, keyOf(key), path),
    delete: async (key) => {
      const response = await whereThere(client({ method: 'DELETE', key: keyOf(key), expected: [] }));
      if (response !== undefined) await drained(response);
    },
    close: () => Promise.resolve(),
    check: () => checkBucket(client, config),
  };
}

/** Writes only if the object does not exist. If the store does not support the condition, a read precedes the write. */
async function putObject(client: S3Client, key: string, body: Buffer): Promise<void> {
  const headers = { 'x-amz-content-sha256': createHash('sha256').update(body).digest('hex') };
  const put = { method: 'PUT', key, body, headers } as const;
  const conditional = { ...put, headers: { ...headers, 'if-none-match': '*' } };
  const { status } = await drained(await client({ ...conditional, expected: [PRECONDITION_FAILED, NOT_IMPLEMENTED] }));
  if (status !== NOT_IMPLEMENTED || (await isThere(client, key))) return;
  await drained(await client({ ...put, expected: [] }));
}

async function isThere(client: S3Client, key: string): Promise<boolean> {
  const { status } = await drained(await client({ method: 'HEAD', key, expected: [NOT_FOUND] }));
  return status !== NOT_FOUND;
}

async function readObjectRanges(
  client: S3Client,
  key: string,
  ranges: readonly ByteRange[],
): Promise<readonly Buffer[] | undefined> {
  const asked = ranges.filter(({ length }) => length > 0);
  // No request for ranges would show whether the blob exists.
  if (asked.length === 0) return (await isThere(client, key)) ? ranges.map(() => Buffer.alloc(0)) : undefined;
  const read = await pLimit(PARALLEL).map(asked, (range) => readObjectRange(client, key, range));
  if (read.includes(undefined)) return undefined;
  const found = new Map(asked.map((range, index) => [range, read[index]] as const));
  return ranges.map((range) => found.get(range) ?? Buffer.alloc(0));
}

async function readObjectRange(client: S3Client, key: string, range: ByteRange): Promise<Buffer | undefined> {
  const { offset, length } = range;
  const response = await getObject(client, key, { range: `bytes=${offset}-${offset + length - 1}` });
  if (response === undefined) return undefined;
  if (response.status === RANGE_BEYOND) {
    await drained(response);
    return Buffer.alloc(0);
  }
  const bytes = Buffer.from(await response.arrayBuffer());
  // A store without support for ranges answers with the whole object.
  const start = response.status === PARTIAL ? 0 : offset;
  return bytes.subarray(start, start + length);
}

const getObject = (
  client: S3Client,
  key: string,
  headers: Readonly<Record<string, string>>,
): Promise<Response | undefined> => whereThere(client({ method: 'GET', key, headers, expected: [RANGE_BEYOND] }));

/** `undefined` if the object does not exist; a missing bucket is an error. */
async function whereThere(response: Promise<Response>): Promise<Response | undefined> {
  try {
    return await response;
  } catch (error) {
    if (error instanceof S3Error && error.code === 'NoSuchKey') return undefined;
    throw error;
  }
}

async function downloadObject(client: S3Client, key: string, path: string): Promise<boolean> {
  const response = await getObject(client, key, {});
  if (response === undefined) return false;
  const body = response.body as ReadableStream<Uint8Array> | null;
  await pipeline(body === null ? Readable.from([]) : Readable.fromWeb(body), createWriteStream(path));
  return true;
}

async function checkBucket(client: S3Client, { prefix }: S3Config): Promise<string | undefined> {
  try {
    const query = `?list-type=2&max-keys=1&prefix=${encodeURIComponent(prefix)}`;
    await drained(await client({ method: 'GET', key: '', query, expected: [] }));
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Reads a response to its end, so that its connection can be reused. */
async function drained(response: Response): Promise<Response> {
  await response.arrayBuffer();
  return response;
}
