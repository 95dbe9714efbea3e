import { useSearch } from '../../lib/useSearch';
import { LinkForm } from './LinkForm';
import { PasswordForm } from './PasswordForm';

/** `/sign-in`, with `token` of a link or without. */
export function SignInPage() {
  const { token } = useSearch();
  return token === undefined ? <PasswordForm /> : <LinkForm token={token} />;
}
