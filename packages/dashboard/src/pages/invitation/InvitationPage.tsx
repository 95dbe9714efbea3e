import { useSearch } from '../../lib/useSearch';
import { LinkForm } from '../sign-in/LinkForm';

const GONE = {
  title: 'The invitation does not work',
  remedy:
    'It was accepted or withdrawn, or its time is over. If you accepted it, sign in. Otherwise ask an admin of the organization to invite you again.',
};

/** `/invitation?token=…`. */
export function InvitationPage() {
  const { token = '' } = useSearch();
  return <LinkForm token={token} gone={GONE} />;
}
