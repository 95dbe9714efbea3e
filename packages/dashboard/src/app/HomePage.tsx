import { Navigate } from '@tanstack/react-router';
import { useSession } from '../api/session';
import { readLastProject } from '../lib/lastProject';
import { useProject } from '../lib/useProject';

/** `/`: opens the project that was open last in this browser, otherwise the first; without any, the way to one. */
export function HomePage() {
  const { organizations } = useSession();
  const all = organizations.flatMap(({ slug, projects }) => projects.map((project) => `${slug}/${project}`));
  const last = readLastProject();
  const [first] = all;
  const place = last !== undefined && all.includes(last) ? last : first;
  const [organization] = organizations;
  if (place !== undefined) return <Navigate to={`/${place}/issues`} replace />;
  if (organization === undefined) return <Navigate to="/create-organization" replace />;
  return <Navigate to={`/${organization.slug}/settings/projects`} replace />;
}

/** `/{org}/{project}`: opens the issues of the project. */
export function ProjectHomePage() {
  const { org, project } = useProject();
  return <Navigate to={`/${org}/${project}/issues`} replace />;
}
