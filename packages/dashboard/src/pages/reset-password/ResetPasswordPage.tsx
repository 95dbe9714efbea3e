import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../api/callApi';
import { operationQuery } from '../../api/operationQuery';
import { Button } from '../../components/Button';
import { ErrorNote } from '../../components/ErrorNote';
import { Input } from '../../components/Input';
import { Link } from '../../components/Link';
import { useSearch } from '../../lib/useSearch';
import text from '../../styles/text.module.css';
import { LinkForm } from '../sign-in/LinkForm';
import { SignInCard } from '../sign-in/SignInCard';
import styles from '../sign-in/SignIn.module.css';

/** `/reset-password`: asks for a link, and with `token` of a link sets the password. */
export function ResetPasswordPage() {
  const { token } = useSearch();
  return token === undefined ? <AskForLink /> : <LinkForm token={token} />;
}

function AskForLink() {
  const options = useQuery(operationQuery('GET /api/0/sign-in-options', {}));
  const [email, setEmail] = useState('');
  const ask = useMutation({ mutationFn: () => callApi('POST /api/0/password-resets', { body: { email } }) });
  return (
    <SignInCard title="Reset your password">
      {options.data?.mail === false ? (
        <p className={styles.hint}>
          This server sends no emails. An operator makes a link with <code>sluice user link</code> and your email
          address.
        </p>
      ) : ask.isSuccess ? (
        <p role="status" className={styles.hint}>
          If {email} has an account, a link is on its way. It works once.
        </p>
      ) : (
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            ask.mutate();
          }}
        >
          <Input
            label="Email address"
            type="email"
            autoComplete="username"
            required
            value={email}
            onChange={({ target }) => setEmail(target.value)}
          />
          <ErrorNote error={ask.error} />
          <Button type="submit" tone="primary" busy={ask.isPending}>
            Send a link
          </Button>
        </form>
      )}
      <p className={styles.hint}>
        <Link to="/sign-in" className={text.link}>
          Back to the sign-in
        </Link>
      </p>
    </SignInCard>
  );
}
