import { EmptyState } from '../../components/EmptyState';
import { PageHead } from '../../components/PageHead';

/** `/$org/$project/issues`. */
export function IssuesPage() {
  return (
    <>
      <PageHead title="Issues" />
      <EmptyState title="Exceptions of the same cause form an issue.">
        The command line and the API have it now.
      </EmptyState>
    </>
  );
}
