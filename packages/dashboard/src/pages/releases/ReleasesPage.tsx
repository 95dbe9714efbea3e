import { EmptyState } from '../../components/EmptyState';
import { PageHead } from '../../components/PageHead';

/** `/$org/$project/releases`. */
export function ReleasesPage() {
  return (
    <>
      <PageHead title="Releases" />
      <EmptyState title="Versions that sent events.">The command line and the API have it now.</EmptyState>
    </>
  );
}
