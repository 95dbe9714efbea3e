import { EmptyState } from '../../components/EmptyState';
import { PageHead } from '../../components/PageHead';

/** `/create-organization`. */
export function CreateOrganizationPage() {
  return (
    <>
      <PageHead title="Create your organization" />
      <EmptyState title="An organization owns projects and their quotas.">
        The command line and the API have it now.
      </EmptyState>
    </>
  );
}
