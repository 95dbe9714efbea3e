import { isOlderRelease, type FirstSeen } from './releaseOrder.js';

/** How an issue was resolved. */
export interface Resolution {
  readonly resolvedAtMs: number;
  /** The release that resolves it, where one was named. */
  readonly resolvedIn: string | null;
  /** Where none was named: the last release in which it had been seen. */
  readonly resolvedAfter: string | null;
}

/** What of an exception decides. */
export interface Recurrence {
  readonly arrivalMs: number;
  readonly release: string | null;
}

/**
 * Whether an exception opens a resolved issue again (a regression). It must have arrived since: one that waited in a queue
 * while somebody resolved the issue tells nothing new. And its release must not be an older one:
 *
 * | resolved | exception's release | opens |
 * |---|---|---|
 * | in release R | R or a later one | yes |
 * | in release R | older, or none | no |
 * | naming none, last seen in L | L, a later one, or none | yes |
 * | naming none, last seen in L | older than L | no |
 * | naming none, never seen in any | whatever | yes |
 */
export function isRegression(
  resolution: Resolution,
  { arrivalMs, release }: Recurrence,
  firstSeen: FirstSeen,
): boolean {
  if (arrivalMs <= resolution.resolvedAtMs) return false;
  const { resolvedIn, resolvedAfter } = resolution;
  if (release === null) return resolvedIn === null;
  const bound = resolvedIn ?? resolvedAfter;
  return bound === null || !isOlderRelease(release, bound, firstSeen);
}
