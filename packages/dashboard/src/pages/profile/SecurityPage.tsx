import { EmptyState } from '../../components/EmptyState';
import { PageHead } from '../../components/PageHead';

/** `/profile/security`. */
export function SecurityPage() {
  return (
    <>
      <PageHead title="Password and two-factor authentication" />
      <EmptyState title="How you prove who you are.">The command line and the API have it now.</EmptyState>
    </>
  );
}
