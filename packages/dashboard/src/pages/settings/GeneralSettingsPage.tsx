import { EmptyState } from '../../components/EmptyState';
import { PageHead } from '../../components/PageHead';

/** `/$org/$project/settings/general`. */
export function GeneralSettingsPage() {
  return (
    <>
      <PageHead title="General" />
      <EmptyState title="Name and address of the project.">The command line and the API have it now.</EmptyState>
    </>
  );
}
