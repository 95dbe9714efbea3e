/** Makes a `fetch` of another one. */
export type Compressing = (fetch: typeof globalThis.fetch) => typeof globalThis.fetch;

let by: Compressing = (fetch) => fetch;

/** Has bodies of requests compressed from now on: what does so is loaded with what makes them large. */
export const compressWith = (other = by): void => {
  by = other;
};

/** A `fetch` that compresses as soon as there is something to compress with. */
export const compressing: Compressing =
  (fetch) =>
  (...all) =>
    by(fetch)(...all);
