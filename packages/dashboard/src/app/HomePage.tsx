import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { useState } from 'react';
import { operationQuery } from '../api/operationQuery';
import { useSession } from '../api/session';
import { readLastProject } from '../lib/lastProject';
import { usePlace, useProject } from '../lib/useProject';
import { PagePending } from './pageStates';
import { DAY_MS } from '../lib/durations';

/** A project in which nothing arrived for so long has to be set up: 30 days. */
const SILENCE_MS = 30 * DAY_MS;

/** `/`: opens the project that was open last in this browser, otherwise the first; without any, the way to one. */
export function HomePage() {
  const { organizations } = useSession();
  const all = organizations.flatMap(({ slug, projects }) => projects.map((project) => `${slug}/${project}`));
  const last = readLastProject();
  const [first] = all;
  const place = last !== undefined && all.includes(last) ? last : first;
  const [organization] = organizations;
  if (place !== undefined) return <Navigate to={`/${place}`} replace />;
  if (organization === undefined) return <Navigate to="/create-organization" replace />;
  return <Navigate to={`/${organization.slug}/settings/projects`} replace />;
}

/** `/{org}/{project}`: opens the issues of the project, or its setup as long as nothing has arrived. */
export function ProjectHomePage() {
  const { org, project } = useProject();
  const [from] = useState(() => new Date(Date.now() - SILENCE_MS).toISOString());
  const stats = useQuery(
    operationQuery('GET /api/0/projects/{org}/{project}/stats', {
      params: { org, project },
      query: { from, interval: 'day' },
    }),
  );
  if (stats.isPending) return <PagePending />;
  const page = stats.data?.data.length === 0 ? 'setup' : 'issues';
  return <Navigate to={`/${org}/${project}/${page}`} replace />;
}

/** Opens the first page of a section, by the path of its route. */
export function FirstPage({ to }: { readonly to: string }) {
  const { org = '', project = '' } = usePlace();
  return <Navigate to={to.replace('$org', org).replace('$project', project)} replace />;
}
