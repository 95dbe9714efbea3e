import { EmptyState } from '../../components/EmptyState';
import { PageHead } from '../../components/PageHead';

/** `/$org/$project/releases/$version`. */
export function ReleasePage() {
  return (
    <>
      <PageHead title="Release" />
      <EmptyState title="One version: adoption, issues and source maps.">
        The command line and the API have it now.
      </EmptyState>
    </>
  );
}
