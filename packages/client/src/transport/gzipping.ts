/**
 * Shorter bodies are sent as they are: below this the service spends more on inflating a body than it saves on receiving it.
 * What outlives a page is shorter, too.
 */
export const SHORTEST = 65_536;
/** The service refuses bodies that inflate more than 500 times; this stays clear of that limit. */
export const MOST_RATIO = 400;

let isOff = typeof CompressionStream === 'undefined';

/**
 * A `fetch` that compresses large bodies, where the browser can. After a request that failed while the browser was
 * online it compresses no more: what stands before the service may not allow `Content-Encoding`.
 */
export const gzipping =
  (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
  async (url, init = {}) => {
    const { body, headers, signal } = init;
    if (isOff || typeof body !== 'string' || body.length < SHORTEST) return fetch(url, init);
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
