import { cut, LIMITS } from '@sluice/contract';
import { findPlace } from '@sluice/db';
import { isStorable } from '@sluice/management';
import type { BundleProject } from '../bundles/storeBundle.js';
import { badRequest, type SentryBody } from './readSentryBody.js';
import type { SentryContext } from './sentryOperation.js';

/** Limit of projects in one request. */
const MAX_PROJECTS = 20;

/**
 * Returns the projects of the organization that the field `projects` names by their slugs, each once; `undefined` if it
 * names none. @throws ApiError 400, also for a project that the organization does not have
 */
export async function namedProjects(
  { projects = null }: SentryBody,
  { db, access }: SentryContext,
): Promise<readonly BundleProject[] | undefined> {
  if (projects === null) return undefined;
  if (!Array.isArray(projects) || !projects.every((slug) => typeof slug === 'string')) {
    throw badRequest('projects must be a list of slugs of projects (SENTRY_PROJECT, --project).');
  }
  if (projects.length > MAX_PROJECTS) throw badRequest(`projects may name at most ${MAX_PROJECTS} projects.`);
  if (projects.length === 0) return undefined;
  const found: BundleProject[] = [];
  for (const slug of new Set<string>(projects)) {
    const slugs = { organization: access.organization, project: slug };
    const project = isStorable(slug) ? (await findPlace(db, access.organizationId, slugs))?.project : undefined;
    // With a 404, sentry-cli would say that the release or the organization does not exist.
    if (project === undefined)
      throw badRequest(`projects: the organization has no project "${cut(slug, LIMITS.cutName)}".`);
    found.push({ ...project, organizationId: access.organizationId });
  }
  return found;
}
