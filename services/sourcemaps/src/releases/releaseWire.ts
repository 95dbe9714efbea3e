import type { StoredRelease } from '@sluice/db';
import { count, described, named, nullable, object, text, time } from '@sluice/management';

/** Schema of a release (spec 2.6). */
export const releaseSchema = named(
  'Release',
  object({
    version: text(),
    ref: described(nullable(text()), 'Of the build or commit.'),
    url: nullable(text()),
    deployedAt: nullable(time),
    notes: nullable(text()),
    firstSeen: described(nullable(time), 'The earliest exception; null where there was none.'),
    lastSeen: described(nullable(time), 'The latest exception; null where there was none.'),
    createdAt: time,
    exceptions: count,
    newIssues: described(count, 'Issues that were first seen in it.'),
    sourceMaps: count,
  }),
);

/** A release as it is sent. */
export const releaseToWire = (release: StoredRelease): unknown => ({
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
