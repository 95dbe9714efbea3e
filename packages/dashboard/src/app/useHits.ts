import { useQuery } from '@tanstack/react-query';
import { operationQuery } from '../api/operationQuery';
import { signOut, useSession } from '../api/session';
import { showToast } from '../lib/toasts';
import {
  commandHits,
  distinctHits,
  exceptionHits,
  idHits,
  isEventId,
  issueHits,
  metricHits,
  organizationHits,
  pageHits,
  projectHits,
  releaseHits,
  userHits,
  type Hit,
} from './searchHits';
import { useKnownPlace } from './useKnownPlace';

/** A text shorter than this finds pages, projects and commands only. */
const SHORTEST = 2;
/** Hits of a kind; the page of the kind has all. */
const MOST = 5;

const leave = (): void =>
  void signOut().catch((error: unknown) =>
    showToast({ tone: 'bad', text: `You are still signed in: ${String(error)}` }),
  );

interface Hits {
  readonly hits: readonly Hit[];
  readonly isSearching: boolean;
  /** Why a part of the search failed: there may be more than was found. */
  readonly error: Error | undefined;
  readonly retry: () => void;
}

/** Returns what a text finds: at once pages, projects, commands and ids, and a moment later what the server finds. */
export function useHits(query: string): Hits {
  const { organizations } = useSession();
  const { org = '', project = '' } = useKnownPlace().place;
  const params = { org, project };
  const enabled = project !== '' && query.length >= SHORTEST;
  const issues = useQuery({
    ...operationQuery('GET /api/0/projects/{org}/{project}/issues', {
      params,
      query: { query, status: 'all', limit: MOST },
    }),
    enabled,
  });
  const releases = useQuery({
    ...operationQuery('GET /api/0/projects/{org}/{project}/releases', { params, query: { query, limit: MOST } }),
    enabled,
  });
  const users = useQuery({
    ...operationQuery('GET /api/0/projects/{org}/{project}/users', { params, query: { query, limit: MOST } }),
    enabled,
  });
  const metrics = useQuery({
    ...operationQuery('GET /api/0/projects/{org}/{project}/metrics', { params, query: { query, limit: MOST } }),
    enabled,
  });
  const exceptions = useQuery({
    ...operationQuery('GET /api/0/projects/{org}/{project}/exceptions', {
      params,
      query: { eventId: query, limit: 1 },
    }),
    enabled: enabled && isEventId(query),
  });
  const found = [
    ...issueHits(issues.data?.data ?? []),
    ...releaseHits(releases.data?.data ?? []),
    ...userHits(users.data?.data ?? []),
    ...metricHits(metrics.data?.data ?? []),
  ];
  const hits = distinctHits([
    ...exceptionHits(exceptions.data?.data ?? []),
    ...(project === '' ? [] : [...idHits(query), ...pageHits(query)]),
    ...(enabled ? found : []),
    ...projectHits(organizations, query),
    ...(org === '' ? [] : organizationHits(org, query)),
    ...commandHits(query, leave),
  ]);
  const asked = [issues, releases, users, metrics, exceptions];
  return {
    hits,
    isSearching: asked.some(({ isFetching }) => isFetching),
    error: enabled ? (asked.find(({ error }) => error !== null)?.error ?? undefined) : undefined,
    retry: () => {
      for (const { error, refetch } of asked) if (error !== null) void refetch();
    },
  };
}
