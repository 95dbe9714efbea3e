import { EmptyState } from '../../components/EmptyState';
import { PageHead } from '../../components/PageHead';

/** `/$org/$project/users/$id`. */
export function UserPage() {
  return (
    <>
      <PageHead title="User" />
      <EmptyState title="What one user experienced.">The command line and the API have it now.</EmptyState>
    </>
  );
}
