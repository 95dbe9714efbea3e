import type { OriginalFrame, ResolvedFrame } from '@sluice/sourcemaps';

/** A frame as a map resolves it: `load` in `src/cart.ts`, and whatever else is said of it. */
export const resolvedFrame = (more: Partial<OriginalFrame> = {}): ResolvedFrame => {
  const place = { file: 'src/cart.ts', source: null, function: 'load', line: 3, column: 1 };
  return { original: { ...place, name: null, inApp: true, context: null, ...more }, unresolved: null };
};
