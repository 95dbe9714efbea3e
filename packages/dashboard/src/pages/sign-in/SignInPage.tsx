import { EmptyState } from '../../components/EmptyState';
import { PageHead } from '../../components/PageHead';

/** `/sign-in`. */
export function SignInPage() {
  return (
    <>
      <PageHead title="Sign in" />
      <EmptyState title="Sign in to open your projects.">The command line and the API have it now.</EmptyState>
    </>
  );
}
