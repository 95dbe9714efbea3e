import { EmptyState } from '../../components/EmptyState';
import { PageHead } from '../../components/PageHead';

/** `/$org/settings/projects`. */
export function ProjectsPage() {
  return (
    <>
      <PageHead title="Projects" />
      <EmptyState title="The projects of the organization.">The command line and the API have it now.</EmptyState>
    </>
  );
}
