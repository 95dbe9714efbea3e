import { later } from './later.js';

/** Resolves with the head of the answer; rejects where none comes in time. @param timeout milliseconds */
export const request = (
  fetch: typeof globalThis.fetch,
  url: string,
  init: RequestInit,
  timeout: number,
): Promise<Response> =>
  new Promise((resolve, reject) => {
    const aborter = new AbortController();
    // Rejects by itself: not every fetch that a page puts in place can be aborted.
    const timer = later(() => {
      reject(new Error('timeout'));
      aborter.abort();
    }, timeout);
    fetch(url, { ...init, method: 'POST', signal: aborter.signal })
      .then((response) => {
        resolve(response);
        // So that the connection can be used again.
        return response.text();
      })
      .catch(reject)
      .finally(() => clearTimeout(timer));
  });
