import { EmptyState } from '../../components/EmptyState';
import { PageHead } from '../../components/PageHead';

/** `/profile/tokens`. */
export function TokensPage() {
  return (
    <>
      <PageHead title="Tokens" />
      <EmptyState title="A token lets a program act for you.">The command line and the API have it now.</EmptyState>
    </>
  );
}
