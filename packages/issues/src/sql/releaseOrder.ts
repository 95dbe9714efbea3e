import semver from 'semver';

/** When releases were first seen, milliseconds since 1970. Releases that were not seen are missing. */
export type FirstSeen = ReadonlyMap<string, number>;

/**
 * Whether release `a` comes before `b`: by semver precedence where both are versions (`1.2.3`, `v1.2.3`, `shop@1.2.3+build`; of the
 * same package), otherwise by which was seen first. A release that was not seen yet comes after all that were. Of two that
 * cannot be ordered neither is older.
 */
export function isOlderRelease(a: string, b: string, firstSeen: FirstSeen): boolean {
  if (a === b) return false;
  const [left, right] = [versionOf(a), versionOf(b)];
  if (left !== undefined && right !== undefined && left.name === right.name) {
    return semver.lt(left.version, right.version);
  }
  const [seenA, seenB] = [firstSeen.get(a), firstSeen.get(b)];
  if (seenA === undefined) return false;
  return seenB === undefined || seenA < seenB;
}

/** Returns the latest of the releases; `undefined` for an empty list. */
export function latestRelease(releases: readonly string[], firstSeen: FirstSeen): string | undefined {
  const [first, ...others] = releases;
  if (first === undefined) return undefined;
  return others.reduce((latest, release) => (isOlderRelease(latest, release, firstSeen) ? release : latest), first);
}

/**
 * Returns the release before one, of those in `firstSeen`; `undefined` if there is none. A version is compared with versions of the
 * same package only, anything else with everything that is not a version.
 */
export function previousRelease(release: string, firstSeen: FirstSeen): string | undefined {
  const name = versionOf(release)?.name;
  const older = [...firstSeen.keys()].filter(
    (other) => versionOf(other)?.name === name && isOlderRelease(other, release, firstSeen),
  );
  return latestRelease(older, firstSeen);
}

/** Whether two releases are versions of one package, such as `shop@1.0.0` and `shop@2.0.0`, or both no versions. */
export const isSamePackage = (a: string, b: string): boolean => versionOf(a)?.name === versionOf(b)?.name;

function versionOf(release: string): { readonly name: string; readonly version: semver.SemVer } | undefined {
  const at = release.lastIndexOf('@');
  const version = semver.parse(release.slice(at + 1));
  return version === null ? undefined : { name: release.slice(0, Math.max(at, 0)), version };
}
