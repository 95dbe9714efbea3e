import type { OriginalFrame, ResolvedFrame } from '@sluice/sourcemaps';

/** A resolved frame: `load` in `src/cart.ts`, with overrides. */
export const resolvedFrame = (more: Partial<OriginalFrame> = {}): ResolvedFrame => {
  const place = { file: 'src/cart.ts', source: null, function: 'load', line: 3, column: 1 };
  return { original: { ...place, name: null, inApp: true, context: null, ...more }, unresolved: null };
};
