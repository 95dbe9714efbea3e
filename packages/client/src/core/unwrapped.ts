/** Key under which a wrapper stores the original, so that another copy of the SDK can bypass all wrappers. */
export const WRAPPED = '__sluice_wrapped__';

/** Returns a function as it was before any copy of the SDK wrapped it. */
export const unwrapped = <Wrapped extends object>(wrapped: Wrapped): Wrapped =>
  (wrapped as { readonly [WRAPPED]?: Wrapped })[WRAPPED] ?? wrapped;
