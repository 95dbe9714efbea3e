import { EmptyState } from '../../components/EmptyState';
import { PageHead } from '../../components/PageHead';

/** `/$org/$project/usage`. */
export function UsagePage() {
  return (
    <>
      <PageHead title="Stats & Usage" />
      <EmptyState title="Every event that arrived, by outcome and reason.">
        The command line and the API have it now.
      </EmptyState>
    </>
  );
}
