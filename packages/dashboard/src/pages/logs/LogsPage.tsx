import { EmptyState } from '../../components/EmptyState';
import { PageHead } from '../../components/PageHead';

/** `/$org/$project/logs`. */
export function LogsPage() {
  return (
    <>
      <PageHead title="Logs" />
      <EmptyState title="What programs wrote.">The command line and the API have it now.</EmptyState>
    </>
  );
}
