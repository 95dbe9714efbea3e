// Median, quantiles and spread of a handful of runs. Pure.

/** The value that `share` (0 to 1) of the sorted values do not exceed; between two values the nearer rank above. */
export function quantile(values, share) {
  if (values.length === 0) return NaN;
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
}

/** The middle value, or the mean of the two in the middle; NaN of nothing. */
export function median(values) {
  if (values.length === 0) return NaN;
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** @returns {{ median: number, least: number, most: number, runs: number[] }} summary of one figure */
export const spread = (values) => ({
  median: median(values),
  least: Math.min(...values),
  most: Math.max(...values),
  runs: values,
});

/** Three digits that count, and no more of them than a whole number has: 0.312, 4.57, 123, 12,345. */
export function short(value) {
  if (!Number.isFinite(value)) return '–';
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en-US');
  return value === 0 ? '0' : value.toPrecision(3);
}

/** `median (least–most)` of values or of a {@link spread}. */
export function withSpread(figure) {
  const { median: middle, least, most } = Array.isArray(figure) ? spread(figure) : figure;
  return `${short(middle)} (${short(least)}–${short(most)})`;
}
