import { useSession } from '../api/session';
import { readLastProject } from '../lib/lastProject';
import type { ProjectPlace } from '../lib/useProject';
import { useKnownPlace } from './useKnownPlace';

/** Returns the project whose pages the navigation shows: that of the URL, or the last one that was open, if it is still there. */
export function useNavigationPlace(): Partial<ProjectPlace> {
  const { organizations } = useSession();
  const { org, project } = useKnownPlace().place;
  if (project !== undefined) return { org, project };
  const [lastOrg, lastProject = ''] = readLastProject()?.split('/') ?? [];
  const isThere = organizations.some(({ slug, projects }) => slug === lastOrg && projects.includes(lastProject));
  if (!isThere || (org !== undefined && org !== lastOrg)) return { org };
  return { org: lastOrg, project: lastProject };
}
