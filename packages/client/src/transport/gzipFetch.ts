/**
 * Shorter bodies are not compressed: decompressing them costs the service more than receiving them. Requests that outlive a page
 * are shorter, too.
 */
export const MIN_COMPRESSED_BYTES = 65_536;
/** The service refuses bodies with a ratio above 500. */
export const MOST_RATIO = 400;

let isOff = typeof CompressionStream === 'undefined';

/**
 * Returns a `fetch` that compresses large bodies if the browser supports it. After a request that failed while the browser was
 * online it stops compressing, because a proxy may not allow `Content-Encoding`.
 */
export const gzipFetch =
  (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
  async (url, init = {}) => {
    const { body, headers, signal } = init;
    if (isOff || typeof body !== 'string' || body.length < MIN_COMPRESSED_BYTES) return fetch(url, init);
    const plain = new Blob([body]);
    const packed = await gzip(plain).catch(() => undefined);
    if (packed === undefined || packed.byteLength * MOST_RATIO < plain.size) return fetch(url, init);
    try {
      const all = { ...(headers as Record<string, string>), 'Content-Encoding': 'gzip' };
      return await fetch(url, { ...init, body: packed, headers: all });
    } catch (error) {
      isOff = signal?.aborted !== true && (globalThis.navigator as Navigator | undefined)?.onLine !== false;
      throw error;
    }
  };

const gzip = async (plain: Blob): Promise<ArrayBuffer> =>
  new Response(plain.stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer();
