/** Under this name a wrapped function has the original, so that another copy of the SDK can go past all of them. */
export const WRAPPED = '__sluice_wrapped__';

/** A function as it was before any copy of the SDK wrapped it. */
export const unwrapped = <Wrapped extends object>(wrapped: Wrapped): Wrapped =>
  (wrapped as { readonly [WRAPPED]?: Wrapped })[WRAPPED] ?? wrapped;
