/** Tops of an axis: each has a half that is easy to read. */
const TOPS = [1, 2, 4, 6, 8, 10];

/** Returns the end of an axis from 0 that has a short label: 40 for 38, 0.06 for 0.05; 1 for nothing. */
export function topOf(most: number): number {
  if (!(most > 0)) return 1;
  const unit = 10 ** Math.floor(Math.log10(most));
  const top = TOPS.find((each) => each * unit >= most) ?? 10;
  // 6 × 0.01 is 0.06, and not 0.060000000000000005.
  return Number((top * unit).toPrecision(1));
}

/** Returns the labeled values of an axis: 0, the top, and its half unless it counts up to one. */
export const splitsOf = (top: number): number[] => (top === 1 ? [0, 1] : [0, top / 2, top]);
