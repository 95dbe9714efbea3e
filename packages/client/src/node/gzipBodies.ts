import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { MOST_RATIO, SHORTEST } from '../transport/gzipping.js';

const gzipped = promisify(gzip);

/**
 * The same `fetch`, but large bodies are compressed, from the size on that pages have, and outside of the program's thread.
 * A body that cannot be compressed, or would inflate more than the service allows, is sent as it is. The last batches of
 * a process that ends are smaller than that, and leave within the call.
 */
export const gzipBodies =
  (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
  async (url, init = {}) => {
    const { body, headers } = init;
    if (typeof body !== 'string' || body.length < SHORTEST) return fetch(url, init);
    const packed = await gzipped(body).catch(() => undefined);
    if (packed === undefined || packed.length * MOST_RATIO < Buffer.byteLength(body)) return fetch(url, init);
    const all = { ...(headers as Record<string, string>), 'Content-Encoding': 'gzip' };
    return fetch(url, { ...init, body: packed as BodyInit, headers: all });
  };
