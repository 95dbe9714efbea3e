import { EmptyState } from '../../components/EmptyState';
import { PageHead } from '../../components/PageHead';

/** `/$org/$project/traces/$id`. */
export function TracePage() {
  return (
    <>
      <PageHead title="Trace" />
      <EmptyState title="The spans of one trace.">The command line and the API have it now.</EmptyState>
    </>
  );
}
