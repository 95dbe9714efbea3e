import { EmptyState } from '../../components/EmptyState';
import { PageHead } from '../../components/PageHead';

/** `/profile/appearance`. */
export function AppearancePage() {
  return (
    <>
      <PageHead title="Appearance" />
      <EmptyState title="The theme of this browser.">The command line and the API have it now.</EmptyState>
    </>
  );
}
