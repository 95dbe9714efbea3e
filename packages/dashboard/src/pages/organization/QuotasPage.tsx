import { EmptyState } from '../../components/EmptyState';
import { PageHead } from '../../components/PageHead';

/** `/$org/settings/quotas`. */
export function QuotasPage() {
  return (
    <>
      <PageHead title="Quotas" />
      <EmptyState title="How many events the organization may send in a month.">
        The command line and the API have it now.
      </EmptyState>
    </>
  );
}
