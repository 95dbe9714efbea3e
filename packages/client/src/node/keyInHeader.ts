const KEY_IN_URL = /[?&](service_key=\w+)$/;

/**
 * Returns a `fetch` that moves the key from the URL, where pages must put it when they are left, to a header, because proxies log
 * URLs.
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
