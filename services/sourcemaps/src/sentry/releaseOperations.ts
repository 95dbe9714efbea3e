import { ApiError, type ServedOperation } from '@sluice/management';
import { describeRelease, readRelease } from '@sluice/sourcemaps/statements';
import { listReleases } from '../releases/sql/listReleases.js';
import { projectsOfRelease, type ReleaseProject } from '../releases/sql/projectsOfRelease.js';
import { namedProjects } from './namedProjects.js';
import { badRequest, readSentryBody, type SentryBody } from './readSentryBody.js';
import { releaseChanges, type ReleaseChanges } from './releaseChanges.js';
import { sentryOperation, type SentryContext } from './sentryOperation.js';
import { sentryRelease, type ProjectRelease } from './sentryRelease.js';

/** Releases in a list; Sentry returns as many. */
const PAGE = 100;

const [READ, WRITE] = ['releases:read', 'releases:write'] as const;
const readBody = readSentryBody;

/** Returns the operations on releases below an address: those of a project, or of an organization. */
export function releaseOperations(
  root: '/organizations/{org}' | '/projects/{org}/{project}',
): readonly ServedOperation[] {
  const [all, one] = [`${root}/releases/`, `${root}/releases/{version}/`] as const;
  return [
    sentryOperation({ method: 'get', path: all, permission: READ, handle: (_request, context) => list(context) }),
    sentryOperation({
      method: 'post',
      path: all,
      permission: WRITE,
      readBody,
      handle: ({ body }, context) => create(body, context),
    }),
    sentryOperation({
      method: 'get',
      path: one,
      permission: READ,
      handle: async ({ params: { version = '' } }, context) => ({
        body: sentryRelease(await readReleases(version, context)),
      }),
    }),
    sentryOperation({
      method: 'put',
      path: one,
      permission: WRITE,
      readBody,
      handle: ({ params: { version = '' }, body }, context) => change(version, body, context),
    }),
    sentryOperation({
      method: 'delete',
      path: one,
      permission: WRITE,
      handle: () => {
        throw new ApiError(405, 'not_supported', 'Sluice does not delete releases. Their source maps can be deleted.');
      },
    }),
  ];
}

async function list({ db, clock, access }: SentryContext) {
  if (access.project === undefined) {
    throw badRequest('Name the project whose releases to list (SENTRY_PROJECT, --project).');
  }
  const { project } = access;
  const range = { fromMs: 0, toMs: clock() + 1, limit: PAGE, after: undefined };
  const { rows } = await listReleases(db, project.id, range);
  return { body: rows.map((release) => sentryRelease([{ project, release }])) };
}

async function create(body: SentryBody, context: SentryContext) {
  const changes = releaseChanges(body['version'], body);
  const projects = await projectsOf(changes.fields.version, body, context);
  if (projects.length === 0) throw badRequest('projects is missing: name the project (SENTRY_PROJECT, --project).');
  return { status: 201 as const, body: sentryRelease(await describe(projects, changes, context)) };
}

async function change(version: string, body: SentryBody, context: SentryContext) {
  const projects = await projectsOf(version, body, context);
  return { body: sentryRelease(await describe(projects, releaseChanges(version, body), context)) };
}

/** Returns the project of the path, or those that the body names, or those that have the release. */
async function projectsOf(
  version: string,
  body: SentryBody,
  context: SentryContext,
): Promise<readonly ReleaseProject[]> {
  const { project, organizationId } = context.access;
  if (project !== undefined) return [project];
  return (await namedProjects(body, context)) ?? projectsOfRelease(context.db, organizationId, version);
}

/** Returns a release in the projects of the path that have it. */
export async function readReleases(version: string, { db, access }: SentryContext): Promise<readonly ProjectRelease[]> {
  const { project: own, organizationId } = access;
  const projects = own === undefined ? await projectsOfRelease(db, organizationId, version) : [own];
  const found: ProjectRelease[] = [];
  for (const project of projects) {
    const release = await readRelease(db, project.id, version);
    if (release !== undefined) found.push({ project, release });
  }
  return found;
}

/** Writes the fields of a release in each of the projects. */
async function describe(
  projects: readonly ReleaseProject[],
  { fields, releasedAt }: ReleaseChanges,
  { db }: SentryContext,
): Promise<readonly ProjectRelease[]> {
  const written: ProjectRelease[] = [];
  for (const project of projects) {
    const known = releasedAt === undefined ? undefined : await readRelease(db, project.id, fields.version);
    const deployedAt = known?.deployedAt ?? releasedAt;
    const { release } = await describeRelease(db, project.id, { ...fields, deployedAt });
    written.push({ project, release });
  }
  return written;
}
