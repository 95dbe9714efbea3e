import { useQuery } from '@tanstack/react-query';
import { sessionQuery, useSession } from '../api/session';
import { EmptyState } from '../components/EmptyState';
import { ErrorState } from '../components/ErrorState';
import { Link } from '../components/Link';
import { PageHead } from '../components/PageHead';
import text from '../styles/text.module.css';
import { PagePending } from './pageStates';
import styles from './pageStates.module.css';

/** Projects that are offered; the switcher has all. */
const OFFERED = 12;

/** Shown for an organization or a project that the reader cannot open: which, why, and what can be opened instead. */
export function MissingPlace({ name }: { readonly name: string }) {
  // It may have been created since the session was read.
  const { isFetchedAfterMount, error, refetch } = useQuery({ ...sessionQuery, staleTime: 0 });
  const { organizations } = useSession();
  if (!isFetchedAfterMount) return <PagePending />;
  if (error !== null) {
    return <ErrorState title={`${name} could not be opened`} error={error} retry={() => void refetch()} />;
  }
  const kind = name.includes('/') ? 'project' : 'organization';
  const projects = organizations.flatMap(({ slug, projects: own }) => own.map((project) => `${slug}/${project}`));
  return (
    <>
      <PageHead
        title={`There is no ${kind} ${name}`}
        sum={`The address may be mistyped, the ${kind} deleted, or you are not a member of its organization.`}
      />
      <EmptyState
        title={projects.length === 0 ? 'You have no project yet' : 'Your projects'}
        actions={
          projects.length === 0 ? (
            <Link to="/">Create one</Link>
          ) : (
            <ul className={styles.projects}>
              {projects.slice(0, OFFERED).map((project) => (
                <li key={project}>
                  <Link to={`/${project}`} className={text.link}>
                    {project.replace('/', ' / ')}
                  </Link>
                </li>
              ))}
            </ul>
          )
        }
      />
    </>
  );
}
