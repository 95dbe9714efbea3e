import { isOlderRelease, type FirstSeen } from './releaseOrder.js';

/** How an issue was resolved. */
export interface Resolution {
  readonly resolvedAtMs: number;
  /** The release that resolves it, if one was given. */
  readonly resolvedIn: string | null;
  /** If none was given: the last release in which it had been seen. */
  readonly resolvedAfter: string | null;
  /** If it is resolved in the next release: the latest release at that time. */
  readonly resolvedNext: string | null;
}

/** The properties of an exception that decide. */
export interface Recurrence {
  readonly arrivalMs: number;
  readonly release: string | null;
}

/**
 * Whether an exception reopens a resolved issue (a regression). It must have arrived after the resolution, not have waited
 * in a queue meanwhile, and its release must not be older:
 *
 * | resolved | exception's release | reopens |
 * |---|---|---|
 * | in release R | R or a later one | yes |
 * | in release R | older, or none | no |
 * | in the next release after N | a later one than N | yes |
 * | in the next release after N | N, an older one, or none | no |
 * | without a release, last seen in L | L, a later one, or none | yes |
 * | without a release, last seen in L | older than L | no |
 * | without a release, never seen in one | any | yes |
 */
export function isRegression(
  resolution: Resolution,
  { arrivalMs, release }: Recurrence,
  firstSeen: FirstSeen,
): boolean {
  if (arrivalMs <= resolution.resolvedAtMs) return false;
  const { resolvedIn, resolvedAfter, resolvedNext } = resolution;
  if (release === null) return resolvedIn === null && resolvedNext === null;
  if (resolvedNext !== null) return release !== resolvedNext && !isOlderRelease(release, resolvedNext, firstSeen);
  const bound = resolvedIn ?? resolvedAfter;
  return bound === null || !isOlderRelease(release, bound, firstSeen);
}
