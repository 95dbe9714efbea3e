import { EmptyState } from '../../components/EmptyState';
import { PageHead } from '../../components/PageHead';

/** `/$org/$project/setup`. */
export function SetupPage() {
  return (
    <>
      <PageHead title="Setup" />
      <EmptyState title="Send the first event of this project.">The command line and the API have it now.</EmptyState>
    </>
  );
}
