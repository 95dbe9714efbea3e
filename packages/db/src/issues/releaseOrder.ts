import semver from 'semver';

/** When releases were first seen, milliseconds since 1970, as far as they were. */
export type FirstSeen = ReadonlyMap<string, number>;

/**
 * Whether release `a` comes before `b`: by semver precedence where both are versions (`1.2.3`, `v1.2.3`, `shop@1.2.3+build`; of the
 * same package), else by which was first seen. A release that nobody has seen yet comes after all that were seen. Two that
 * cannot be told apart are none older.
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

/** The release after which none of the others comes; `undefined` of none. */
export function latestRelease(releases: readonly string[], firstSeen: FirstSeen): string | undefined {
  const [first, ...others] = releases;
  if (first === undefined) return undefined;
  return others.reduce((latest, release) => (isOlderRelease(latest, release, firstSeen) ? release : latest), first);
}

function versionOf(release: string): { readonly name: string; readonly version: semver.SemVer } | undefined {
  const at = release.lastIndexOf('@');
  const version = semver.parse(release.slice(at + 1));
  return version === null ? undefined : { name: release.slice(0, Math.max(at, 0)), version };
}
