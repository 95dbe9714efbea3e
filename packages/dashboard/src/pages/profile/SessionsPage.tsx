import { EmptyState } from '../../components/EmptyState';
import { PageHead } from '../../components/PageHead';

/** `/profile/sessions`. */
export function SessionsPage() {
  return (
    <>
      <PageHead title="Sessions" />
      <EmptyState title="Every browser in which you are signed in.">
        The command line and the API have it now.
      </EmptyState>
    </>
  );
}
