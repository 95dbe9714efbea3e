import { EmptyState } from '../../components/EmptyState';
import { PageHead } from '../../components/PageHead';

/** `/reset-password`. */
export function ResetPasswordPage() {
  return (
    <>
      <PageHead title="Reset your password" />
      <EmptyState title="A reset link sets a new password.">The command line and the API have it now.</EmptyState>
    </>
  );
}
