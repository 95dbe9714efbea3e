import { notFound } from '@sluice/management';
import type { StoredRelease } from '@sluice/sourcemaps/statements';
import type { ReleaseProject } from '../releases/sql/projectsOfRelease.js';

/** A release in one project. */
export interface ProjectRelease {
  readonly project: ReleaseProject;
  readonly release: StoredRelease;
}

const iso = (time: Date | null | undefined): string | null => time?.toISOString() ?? null;

/** Returns a release in Sentry's form; what Sluice does not keep is empty. @throws ApiError 404 if no project has it */
export function sentryRelease(all: readonly ProjectRelease[]) {
  const [first] = all;
  if (first === undefined) throw notFound('release');
  const { version, ref, url } = first.release;
  const inOrder = (times: readonly (Date | null)[]): readonly Date[] =>
    times.flatMap((time) => time ?? []).sort((a, b) => a.getTime() - b.getTime());
  return {
    version,
    shortVersion: version,
    status: 'open',
    ref,
    url,
    dateCreated: iso(inOrder(all.map(({ release }) => release.createdAt))[0]),
    dateReleased: iso(first.release.deployedAt),
    dateStarted: null,
    firstEvent: iso(inOrder(all.map(({ release }) => release.firstSeen))[0]),
    lastEvent: iso(inOrder(all.map(({ release }) => release.lastSeen)).at(-1)),
    newGroups: all.reduce((sum, { release }) => sum + release.newIssues, 0),
    commitCount: 0,
    lastCommit: null,
    deployCount: first.release.deployedAt === null ? 0 : 1,
    lastDeploy: null,
    authors: [],
    projects: all.map(({ project }) => ({ id: Number(project.id), slug: project.slug, name: project.slug })),
  };
}
