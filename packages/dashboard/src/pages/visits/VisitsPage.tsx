import { EmptyState } from '../../components/EmptyState';
import { PageHead } from '../../components/PageHead';

/** `/$org/$project/visits`. */
export function VisitsPage() {
  return (
    <>
      <PageHead title="Visits" />
      <EmptyState title="Page views and custom hits.">The command line and the API have it now.</EmptyState>
    </>
  );
}
