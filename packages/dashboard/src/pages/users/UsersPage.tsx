import { EmptyState } from '../../components/EmptyState';
import { PageHead } from '../../components/PageHead';

/** `/$org/$project/users`. */
export function UsersPage() {
  return (
    <>
      <PageHead title="Users" />
      <EmptyState title="Who is affected.">The command line and the API have it now.</EmptyState>
    </>
  );
}
