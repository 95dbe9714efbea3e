import { useSession } from '../api/session';
import { usePlace, type ProjectPlace } from '../lib/useProject';

/** What the URL names of an organization and a project, and whether the reader can open it. */
interface KnownPlace {
  /** Organization and project that the reader can open, where the URL names them. */
  readonly place: Partial<ProjectPlace>;
  /** What the URL names although the reader has none of it: `demo/nope`, or `nope`. */
  readonly missing: string | undefined;
}

/** Returns the place of the URL, compared with what the session can open. */
export function useKnownPlace(): KnownPlace {
  const { organizations } = useSession();
  const { org, project } = usePlace();
  if (org === undefined) return { place: {}, missing: undefined };
  const found = organizations.find(({ slug }) => slug === org);
  if (project === undefined) {
    return found === undefined ? { place: {}, missing: org } : { place: { org }, missing: undefined };
  }
  if (found?.projects.includes(project) === true) return { place: { org, project }, missing: undefined };
  return { place: found === undefined ? {} : { org }, missing: `${org}/${project}` };
}
