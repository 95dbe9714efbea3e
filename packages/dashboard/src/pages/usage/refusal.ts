import { REASONS } from './reasons';

/** Outcomes of events that were not stored, as columns name them. */
const REFUSALS = ['filtered', 'limited', 'invalid'] as const;

/** One of {@link REFUSALS}. */
export type Refusal = (typeof REFUSALS)[number];

/** Returns whether a text names a refusal. */
export const isRefusal = (text: string | undefined): text is Refusal => REFUSALS.some((one) => one === text);

/** Returns the outcome of a refusal in words. */
export const refusalWords = (refusal: Refusal): string => (refusal === 'limited' ? 'rate limited' : refusal);

/** Returns whether events of a reason have this outcome. */
export const isReasonOf = (refusal: Refusal, reason: string): boolean =>
  REASONS[reason]?.outcome === refusalWords(refusal);
