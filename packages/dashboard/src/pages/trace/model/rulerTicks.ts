const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Steps above a second that people count in. */
const LONG_STEPS = [1, 2, 5, 10, 15, 30].flatMap((count) => [count * SECOND, count * MINUTE]);
const HOUR_STEPS = [1, 2, 3, 6, 12, 24, 48, 120, 240].map((count) => count * HOUR);

/**
 * Returns the marks of a ruler in milliseconds, from 0 on: steps of 1, 2 or 5 times a power of ten below a second, and above it
 * those of a clock.
 * @param most marks that there is room for, besides 0
 */
export function rulerTicks(length: number, most: number): readonly number[] {
  const step = stepOf(length / most);
  return Array.from({ length: Math.floor(length / step + 1e-9) + 1 }, (_, index) => index * step);
}

function stepOf(least: number): number {
  if (least > SECOND / 2) {
    const steps = [...LONG_STEPS, ...HOUR_STEPS].sort((a, b) => a - b);
    return steps.find((step) => step >= least) ?? Math.ceil(least / (240 * HOUR)) * 240 * HOUR;
  }
  const power = 10 ** Math.floor(Math.log10(least) + 1e-9);
  const factor = [1, 2, 5, 10].find((one) => one * power >= least * (1 - 1e-9)) ?? 10;
  return factor * power;
}
