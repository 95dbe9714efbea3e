/** Wraps a `fetch`. */
export type FetchWrapper = (fetch: typeof globalThis.fetch) => typeof globalThis.fetch;

let by: FetchWrapper = (fetch) => fetch;

/** Sets the compression of bodies; its code is loaded with the recorder, which makes bodies large. */
export const compressWith = (other = by): void => {
  by = other;
};

/** Returns a `fetch` that compresses once compression is available. */
export const withCompression: FetchWrapper =
  (fetch) =>
  (...all) =>
    by(fetch)(...all);
