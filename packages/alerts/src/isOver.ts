/**
 * Whether the time of a call is over. Evaluations check it before work that a later call can do, but never before their first piece of work,
 * so that every call makes progress. A later call finds what is left out, because it was not recorded as evaluated.
 */
export type IsOver = () => boolean;

/** Returns `isTimeOver` with a record of its answers: `isCut` says whether work was left out. */
export function watchCuts(isTimeOver: IsOver): { readonly isOver: IsOver; readonly isCut: () => boolean } {
  let isCut = false;
  return {
    isOver: () => {
      const isNow = isTimeOver();
      isCut ||= isNow;
      return isNow;
    },
    isCut: () => isCut,
  };
}

/** Returns whether a number of milliseconds has passed since this call. */
export function timer(milliseconds: number): IsOver {
  const endMs = performance.now() + milliseconds;
  return () => performance.now() >= endMs;
}
