import { EmptyState } from '../../components/EmptyState';
import { PageHead } from '../../components/PageHead';

/** `/$org/$project/metrics/$name`. */
export function MetricPage() {
  return (
    <>
      <PageHead title="Metric" />
      <EmptyState title="One metric over time.">The command line and the API have it now.</EmptyState>
    </>
  );
}
