const LEVELS = '▁▂▃▄▅▆▇█';

/** Formats numbers as a sparkline scaled to the maximum; `null` and 0 are blank. */
export function sparkline(values: readonly (number | null)[]): string {
  const most = Math.max(0, ...values.map((value) => value ?? 0));
  return values
    .map((value) => {
      if (value === null || value <= 0 || most === 0) return ' ';
      return LEVELS[Math.min(LEVELS.length - 1, Math.floor((value / most) * LEVELS.length))] ?? ' ';
    })
    .join('');
}
