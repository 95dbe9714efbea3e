import { EmptyState } from '../../components/EmptyState';
import { PageHead } from '../../components/PageHead';

/** `/$org/settings/audit`. */
export function AuditPage() {
  return (
    <>
      <PageHead title="Audit log" />
      <EmptyState title="Who changed what, and when.">The command line and the API have it now.</EmptyState>
    </>
  );
}
