/** Returns the indices of values without a neighbor: a line through them would not be visible. */
export function isolatedPoints(values: ArrayLike<number | null | undefined>): number[] {
  const isMissing = (index: number): boolean => values[index] === null || values[index] === undefined;
  return Array.from(values, (_value, index) => index).filter(
    (index) => !isMissing(index) && isMissing(index - 1) && isMissing(index + 1),
  );
}
