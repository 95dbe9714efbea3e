import { EmptyState } from '../../components/EmptyState';
import { PageHead } from '../../components/PageHead';

/** `/$org/settings/members`. */
export function MembersPage() {
  return (
    <>
      <PageHead title="Members" />
      <EmptyState title="Who belongs to the organization, and what they may do.">
        The command line and the API have it now.
      </EmptyState>
    </>
  );
}
