import { EmptyState } from '../../components/EmptyState';
import { PageHead } from '../../components/PageHead';

/** `/invitation`. */
export function InvitationPage() {
  return (
    <>
      <PageHead title="Invitation" />
      <EmptyState title="An invitation link opens an organization.">
        The command line and the API have it now.
      </EmptyState>
    </>
  );
}
