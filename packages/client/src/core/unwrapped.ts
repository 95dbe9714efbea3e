/** Key under which a wrapper stores the original, so that another copy of the SDK can bypass all wrappers. */
export const WRAPPED = '__sluice_wrapped__';

/** Returns the original of a function that any copy of the SDK has wrapped. */
export const unwrapped = <Wrapped extends object>(wrapped: Wrapped): Wrapped =>
  (wrapped as { readonly [WRAPPED]?: Wrapped })[WRAPPED] ?? wrapped;
