import { EmptyState } from '../../components/EmptyState';
import { PageHead } from '../../components/PageHead';

/** `/$org/$project/traces`. */
export function TracesPage() {
  return (
    <>
      <PageHead title="Traces" />
      <EmptyState title="What a page or a request did, as a tree of spans.">
        The command line and the API have it now.
      </EmptyState>
    </>
  );
}
