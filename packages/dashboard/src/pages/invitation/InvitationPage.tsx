import { useSearch } from '../../lib/useSearch';
import { LinkForm } from '../sign-in/LinkForm';

/** `/invitation?token=…`. */
export function InvitationPage() {
  const { token = '' } = useSearch();
  return <LinkForm token={token} />;
}
