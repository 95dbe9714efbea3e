import { useState } from 'react';
import { useSession } from '../../api/session';
import { Input } from '../../components/Input';
import { Link } from '../../components/Link';
import { Section } from '../../components/Section';
import text from '../../styles/text.module.css';
import { FormSection } from './FormSection';
import { isAboutCurrent } from './isAboutCurrent';
import { PasswordInput } from './PasswordInput';
import { useUserChange } from './useUserChange';

/** The email address of the reader, with which they sign in. */
export function EmailSection() {
  const { user } = useSession();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const change = useUserChange('The email address is changed. All other sessions have ended.', () => {
    setEmail('');
    setPassword('');
  });
  const problem = change.error?.message;
  if (!user.hasPassword) return <NeedsPassword email={user.email} />;
  return (
    <FormSection
      title="Email address"
      note={user.email}
      action="Change the email address"
      submit={() => change.mutate({ email, password })}
      busy={change.isPending}
    >
      <Input
        label="New email address"
        hint="You sign in with it. All other sessions end, and your organizations record the change."
        problem={isAboutCurrent(change.error) ? undefined : problem}
        type="email"
        autoComplete="email"
        required
        maxLength={254}
        value={email}
        onChange={({ target }) => setEmail(target.value)}
      />
      <PasswordInput value={password} set={setPassword} problem={isAboutCurrent(change.error) ? problem : undefined} />
    </FormSection>
  );
}

const NeedsPassword = ({ email }: { readonly email: string }) => (
  <Section title="Email address" note={email}>
    <p>
      Another address needs your password, and you have none.{' '}
      <Link to="/profile/security" className={text.link}>
        Set a password
      </Link>{' '}
      first.
    </p>
  </Section>
);
