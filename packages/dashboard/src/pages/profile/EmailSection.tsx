import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../api/callApi';
import { sessionQuery, useSession } from '../../api/session';
import { Button } from '../../components/Button';
import { Input } from '../../components/Input';
import { Section } from '../../components/Section';
import { showToast } from '../../lib/toasts';
import { isAboutCurrent } from './isAboutCurrent';
import { PasswordInput } from './PasswordInput';
import styles from './Profile.module.css';

/** The email address of the reader, with which they sign in. */
export function EmailSection() {
  const { user } = useSession();
  const client = useQueryClient();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const change = useMutation({
    mutationFn: () => callApi('PATCH /api/0/user', { body: { email, ...(user.hasPassword ? { password } : {}) } }),
    onSuccess: () => {
      setEmail('');
      setPassword('');
      showToast({ tone: 'good', text: 'The email address is changed. All other sessions have ended.' });
      return client.invalidateQueries({ queryKey: sessionQuery.queryKey });
    },
  });
  const problem = change.error?.message;
  return (
    <Section title="Email address" note={user.email}>
      <form
        className={styles.form}
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
        {user.hasPassword ? (
          <PasswordInput
            value={password}
            set={setPassword}
            problem={isAboutCurrent(change.error) ? problem : undefined}
          />
        ) : null}
        <div className={styles.buttons}>
          <Button type="submit" busy={change.isPending}>
            Change the email address
          </Button>
        </div>
      </form>
    </Section>
  );
}
