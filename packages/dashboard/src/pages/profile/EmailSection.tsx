import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../api/callApi';
import { sessionQuery, useSession } from '../../api/session';
import { Button } from '../../components/Button';
import { Input } from '../../components/Input';
import { Link } from '../../components/Link';
import { Section } from '../../components/Section';
import { showToast } from '../../lib/toasts';
import forms from '../../styles/forms.module.css';
import text from '../../styles/text.module.css';
import { isAboutCurrent } from './isAboutCurrent';
import { PasswordInput } from './PasswordInput';

/** The email address of the reader, with which they sign in. */
export function EmailSection() {
  const { user } = useSession();
  const client = useQueryClient();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const change = useMutation({
    mutationFn: () => callApi('PATCH /api/0/user', { body: { email, password } }),
    onSuccess: () => {
      setEmail('');
      setPassword('');
      showToast({ tone: 'good', text: 'The email address is changed. All other sessions have ended.' });
      return client.invalidateQueries({ queryKey: sessionQuery.queryKey });
    },
  });
  const problem = change.error?.message;
  if (!user.hasPassword) return <NeedsPassword email={user.email} />;
  return (
    <Section title="Email address" note={user.email}>
      <form
        className={forms.form}
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate();
        }}
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
        <PasswordInput
          value={password}
          set={setPassword}
          problem={isAboutCurrent(change.error) ? problem : undefined}
        />
        <div className={forms.buttons}>
          <Button type="submit" busy={change.isPending}>
            Change the email address
          </Button>
        </div>
      </form>
    </Section>
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
