import { EmptyState } from '../../components/EmptyState';
import { PageHead } from '../../components/PageHead';

/** `/$org/$project/settings/security`. */
export function SecuritySettingsPage() {
  return (
    <>
      <PageHead title="Security" />
      <EmptyState title="Who may send events, and what is removed from them.">
        The command line and the API have it now.
      </EmptyState>
    </>
  );
}
