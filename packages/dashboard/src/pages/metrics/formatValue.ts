const NUMBER = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 4 });
const LARGE = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const COMPACT = new Intl.NumberFormat('en-US', { notation: 'compact', maximumSignificantDigits: 3 });

/** `0.0123`, `12.5`, `1,284`: a value without a unit; `isShort` for axes. */
export const formatValue = (value: number, isShort = false): string => {
  if (isShort) return COMPACT.format(value);
  return Math.abs(value) >= 1_000 ? LARGE.format(value) : NUMBER.format(value);
};
