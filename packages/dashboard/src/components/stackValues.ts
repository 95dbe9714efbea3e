type Values = readonly (number | null)[];

/**
 * Returns the upper edges of stacked bars, the highest first: drawn in this order, each covers the lower part of the one
 * before it. The last row is that of the first series.
 */
export function stackValues(rows: readonly Values[]): (number | null)[][] {
  const sums: (number | null)[][] = [];
  let below: readonly (number | null)[] = [];
  for (const row of rows) {
    below = row.map((value, index) => (value ?? 0) + (below[index] ?? 0));
    sums.unshift([...below]);
  }
  return sums;
}
