import type { StoredRelease } from '@sluice/sourcemaps/statements';

/** Returns a release as in a response. */
export const releaseToWire = (release: StoredRelease) => ({
  version: release.version,
  ref: release.ref,
  url: release.url,
  deployedAt: release.deployedAt?.toISOString() ?? null,
  notes: release.notes,
  firstSeen: release.firstSeen?.toISOString() ?? null,
  lastSeen: release.lastSeen?.toISOString() ?? null,
  createdAt: release.createdAt.toISOString(),
  exceptions: release.exceptions,
  newIssues: release.newIssues,
  sourceMaps: release.sourceMaps,
});
