import { parseTimestamp } from '@sluice/contract';
import { notFound, type ServedOperation } from '@sluice/management';
import { describeRelease } from '@sluice/sourcemaps/statements';
import { namedProjects } from './namedProjects.js';
import { badRequest, readSentryBody, type SentryBody } from './readSentryBody.js';
import { readReleases } from './releaseOperations.js';
import { sentryOperation, type SentryContext } from './sentryOperation.js';
import type { ProjectRelease } from './sentryRelease.js';

/** Returns the operations on deploys below an address. Of a release, Sluice keeps the time of the latest one. */
export function deployOperations(
  root: '/organizations/{org}' | '/projects/{org}/{project}',
): readonly ServedOperation[] {
  const path = `${root}/releases/{version}/deploys/` as const;
  return [
    sentryOperation({
      method: 'get',
      path,
      permission: 'releases:read',
      handle: async ({ params: { version = '' } }, context) => {
        const releases = await existing(version, context);
        const times = releases.flatMap(({ release }) => release.deployedAt ?? []);
        return { body: times.slice(0, 1).map((time) => deploy({ dateFinished: time.toISOString() })) };
      },
    }),
    sentryOperation({
      method: 'post',
      path,
      permission: 'releases:write',
      readBody: readSentryBody,
      handle: async ({ params: { version = '' }, body }, context) => {
        const releases = await existing(version, context);
        const deployedAt = timeOf(body) ?? new Date(context.clock());
        const named = await namedProjects(body, context);
        const chosen = releases.filter(({ project }) => named?.some(({ id }) => id === project.id) ?? true);
        for (const { project } of chosen) await describeRelease(context.db, project.id, { version, deployedAt });
        return { status: 201, body: deploy({ ...body, dateFinished: deployedAt.toISOString() }) };
      },
    }),
  ];
}

/** @throws ApiError 404 if no project has the release */
async function existing(version: string, context: SentryContext): Promise<readonly ProjectRelease[]> {
  const releases = await readReleases(version, context);
  if (releases.length === 0) throw notFound('release');
  return releases;
}

function timeOf({ dateFinished, dateStarted }: SentryBody): Date | undefined {
  const sent = dateFinished ?? dateStarted ?? undefined;
  if (sent === undefined) return undefined;
  const ms = typeof sent === 'string' ? parseTimestamp(sent) : undefined;
  if (ms !== undefined) return new Date(ms);
  throw badRequest('dateFinished and dateStarted must be ISO 8601 timestamps, such as 2026-01-31T12:00:00Z.');
}

/** Returns a deploy in Sentry's form. */
const deploy = ({ environment, name, url, dateStarted, dateFinished }: SentryBody) => ({
  id: '0',
  environment: textOf(environment) ?? '',
  name: textOf(name),
  url: textOf(url),
  dateStarted: textOf(dateStarted),
  dateFinished: textOf(dateFinished),
});

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
