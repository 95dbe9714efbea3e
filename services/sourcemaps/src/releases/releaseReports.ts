import { DAY_MS } from '@sluice/contract';
import { releasesApi } from '@sluice/api-contract';
import { bucketsOf } from '@sluice/reading';
import { readReleaseSeries, hasRelease } from '@sluice/sourcemaps/statements';
import {
  type Route,
  type RouteContext,
  notFound,
  pageReply,
  readPage,
  readRange,
  readZone,
  serve,
} from '@sluice/management';
import { type ReleaseFacts, compareReleases } from './sql/compareReleases.js';
import { type ReleaseIssue, listReleaseIssues } from './sql/listReleaseIssues.js';

const ISSUES = 'issues';

/** Returns the version of a path. @throws ApiError 404 if the project has no such release */
async function knownVersion(
  { version = '' }: Readonly<Record<string, string>>,
  { db, project }: RouteContext,
): Promise<string> {
  if (!(await hasRelease(db, project.id, version))) throw notFound('release');
  return version;
}

const issueToWire = ({ firstSeen, lastSeen, ...issue }: ReleaseIssue) => ({
  ...issue,
  firstSeen: firstSeen.toISOString(),
  lastSeen: lastSeen.toISOString(),
});

const listIssues = serve(releasesApi.listIssues, async ({ params, query }, context) => {
  const page = readPage(query, ISSUES, context);
  const version = await knownVersion(params, context);
  return pageReply(
    await listReleaseIssues(context.db, context.project.id, version, page),
    ISSUES,
    context,
    issueToWire,
  );
});

const readSeries = serve(releasesApi.readSeries, async ({ params, query }, context) => {
  const now = context.clock();
  const range = readRange(query, { fromMs: now - DAY_MS, toMs: now });
  const buckets = bucketsOf(range, { nowMs: now, zone: readZone(query) });
  const version = await knownVersion(params, context);
  const points = await readReleaseSeries(context.db, context.project.id, version, buckets);
  const data = buckets.times.map((ms) => ({
    time: new Date(ms).toISOString(),
    ...(points.get(ms) ?? { exceptions: 0, users: 0, visits: 0 }),
  }));
  const [from, to] = [new Date(buckets.fromMs).toISOString(), new Date(buckets.toMs).toISOString()];
  return { body: { interval: buckets.interval, from, to, data } };
});

const factsToWire = ({ from, to, ...facts }: ReleaseFacts) => ({
  ...facts,
  from: from.toISOString(),
  to: to.toISOString(),
  exceptionsPerHour: facts.exceptions / facts.hours,
  exceptionsPerVisit: facts.visits === 0 ? null : facts.exceptions / facts.visits,
});

const compare = serve(releasesApi.compare, async ({ params }, context) => {
  const version = await knownVersion(params, context);
  const compared = await compareReleases(context.db, context.project.id, version);
  if (compared === undefined) throw notFound('release');
  const { release, previous } = compared;
  return {
    body: { release: factsToWire(release), previous: previous === undefined ? null : factsToWire(previous) },
  };
});

/** Operations that report what a release did. */
export const releaseReports: readonly Route[] = [listIssues, readSeries, compare];
