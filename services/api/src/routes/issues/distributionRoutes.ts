import { distributionApi } from '@sluice/api-contract';
import { wholeHours } from '@sluice/reading';
import { type Route, type RouteContext, notFound, readRange, serve } from '@sluice/management';
import { readUserNames } from '../users/sql/readUserNames.js';
import { type IssuesQuery, readIssueRequest } from './issueQuery.js';
import { readIssue } from './sql/readIssue.js';
import { readIssueDistributions } from './sql/readIssueDistributions.js';
import { readNeighbors } from './sql/readNeighbors.js';

type EventsQuery = Omit<IssuesQuery, 'status'>;

/** Returns the page and filter of the exceptions that a query selects. @throws ApiError 400, or 404 if there is no such issue */
async function readEvents(query: EventsQuery, issueId: string, context: RouteContext) {
  if ((await readIssue(context.db, context.project.id, issueId)) === undefined) throw notFound('issue');
  const range = wholeHours(readRange(query));
  const { filter } = readIssueRequest({ ...query, status: 'all' }, range, context);
  return { page: { ...range, limit: 1, after: undefined }, filter };
}

const readDistributions = serve(distributionApi.readDistributions, async ({ params: { issueId }, query }, context) => {
  const { db, project } = context;
  const events = await readEvents(query, issueId, context);
  const { facets, ...counts } = await readIssueDistributions(db, project.id, issueId, events);
  const users = facets.flatMap(({ kind, values }) => (kind === 'user' ? values.map(({ value }) => value) : []));
  const names = await readUserNames(db, project.id, users);
  const nameOf = (kind: string, value: string) => (kind === 'user' ? names.get(value) : undefined) ?? null;
  const named = facets.map((facet) => ({
    ...facet,
    values: facet.values.map((one) => ({ ...one, name: nameOf(facet.kind, one.value) })),
  }));
  return { body: { ...counts, facets: named } };
});

const readNeighborsRoute = serve(
  distributionApi.readNeighbors,
  async ({ params: { issueId, eventId }, query }, context) => {
    const events = await readEvents(query, issueId, context);
    const found = await readNeighbors(context.db, context.project.id, { issueId, eventId }, events);
    if (found === undefined) throw notFound('exception');
    const { newest = null, newer = null, older = null, oldest = null, position = null } = found;
    return { body: { newest, newer, older, oldest, position } };
  },
);

/** Reads over the exceptions of one issue. */
export const distributionRoutes: readonly Route[] = [readDistributions, readNeighborsRoute];
