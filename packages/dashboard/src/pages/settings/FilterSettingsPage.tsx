import { EmptyState } from '../../components/EmptyState';
import { PageHead } from '../../components/PageHead';

/** `/$org/$project/settings/filters`. */
export function FilterSettingsPage() {
  return (
    <>
      <PageHead title="Filters" />
      <EmptyState title="Events that are not wanted.">The command line and the API have it now.</EmptyState>
    </>
  );
}
