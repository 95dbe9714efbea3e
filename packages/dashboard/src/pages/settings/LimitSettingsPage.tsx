import { EmptyState } from '../../components/EmptyState';
import { PageHead } from '../../components/PageHead';

/** `/$org/$project/settings/limits`. */
export function LimitSettingsPage() {
  return (
    <>
      <PageHead title="Sampling and limits" />
      <EmptyState title="How much is kept, and what happens in a spike.">
        The command line and the API have it now.
      </EmptyState>
    </>
  );
}
