import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { MOST_RATIO, MIN_COMPRESSED_BYTES } from '../transport/gzipFetch.js';

const gzipped = promisify(gzip);

/**
 * Returns a `fetch` that compresses large bodies, from the same size as in pages, in another thread. A body that cannot be
 * compressed, or would decompress more than the service allows, is sent unchanged. The last batches of an ending process are
 * smaller and are sent synchronously.
 */
export const gzipBodies =
  (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
  async (url, init = {}) => {
    const { body, headers } = init;
    if (typeof body !== 'string' || body.length < MIN_COMPRESSED_BYTES) return fetch(url, init);
    const packed = await gzipped(body).catch(() => undefined);
    if (packed === undefined || packed.length * MOST_RATIO < Buffer.byteLength(body)) return fetch(url, init);
    const all = { ...(headers as Record<string, string>), 'Content-Encoding': 'gzip' };
    return fetch(url, { ...init, body: packed as BodyInit, headers: all });
  };
