import { EmptyState } from '../../components/EmptyState';
import { PageHead } from '../../components/PageHead';

/** `/$org/$project/metrics`. */
export function MetricsPage() {
  return (
    <>
      <PageHead title="Metrics" />
      <EmptyState title="Numbers that spans carry.">The command line and the API have it now.</EmptyState>
    </>
  );
}
