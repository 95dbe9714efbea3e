/**
 * Whether the time of a call is over. Evaluations ask before work that they may leave to a later call, and have done some before: however
 * short the time is, every call makes progress. What they leave out is found again, because nothing says that it was evaluated.
 */
export type IsOver = () => boolean;

/** Returns a function that asks `isTimeOver`, and one that says whether the answer was yes: then work was left out. */
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
