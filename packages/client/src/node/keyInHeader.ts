const KEY_IN_URL = /[?&](service_key=\w+)$/;

/**
 * The same `fetch`, but for requests that have the key in their address, as those of a page that is left must: a process can
 * set headers, and proxies log addresses.
 */
export const keyInHeader =
  (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
  (input, init) => {
    const url = input as string;
    const [, auth] = KEY_IN_URL.exec(url) ?? [];
    if (auth === undefined) return fetch(input, init);
    const headers = { 'Content-Type': 'application/json', 'X-Service-Auth': `Service ${auth}` };
    return fetch(url.replace(KEY_IN_URL, ''), { ...init, headers });
  };
