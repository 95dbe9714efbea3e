import { EmptyState } from '../../components/EmptyState';
import { PageHead } from '../../components/PageHead';

/** `/$org/$project/issues/$id`. */
export function IssuePage() {
  return (
    <>
      <PageHead title="Issue" />
      <EmptyState title="One cause, and every exception that it made.">
        The command line and the API have it now.
      </EmptyState>
    </>
  );
}
