import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../api/callApi';
import { operationQuery } from '../../api/operationQuery';
import { Button } from '../../components/Button';
import { ErrorNote } from '../../components/ErrorNote';
import { Input } from '../../components/Input';
import { Link } from '../../components/Link';
import { urlBelowBase } from '../../lib/basePath';
import { useSearch } from '../../lib/useSearch';
import text from '../../styles/text.module.css';
import { CodeInput, isCodeMissing } from './CodeInput';
import { SignInCard } from './SignInCard';
import styles from './SignIn.module.css';
import { useOpenSession } from './useOpenSession';

const PROBLEMS: Readonly<Record<string, string>> = {
  no_account: 'No account has the email address of this person. Ask an admin for an invitation.',
  unverified_email: 'The identity provider has not verified the email address of this person.',
};

/** Signs in with email address and password, and a one-time code where it is on, or at an identity provider. */
export function PasswordForm() {
  const { error: failure } = useSearch();
  const options = useQuery(operationQuery('GET /api/0/sign-in-options', {}));
  return (
    <SignInCard title="Sign in">
      {failure === undefined ? null : (
        <p role="alert" className={styles.problem}>
          {PROBLEMS[failure] ?? 'The sign-in failed or took too long. Try again.'}
        </p>
      )}
      <Credentials />
      {(options.data?.providers ?? []).map(({ id, name }) => (
        <a key={id} className={styles.provider} href={urlBelowBase(`api/0/oidc/${encodeURIComponent(id)}/start`).href}>
          Sign in with {name}
        </a>
      ))}
      <p className={styles.hint}>
        <Link to="/reset-password" className={text.link}>
          Forgot the password?
        </Link>
      </p>
    </SignInCard>
  );
}

function Credentials() {
  const open = useOpenSession();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState<string>();
  const signIn = useMutation({
    mutationFn: () =>
      callApi('POST /api/0/session', { body: { email, password, ...(code === undefined ? {} : { code }) } }),
    onSuccess: open,
    onError: (error) => {
      if (isCodeMissing(error)) setCode((before) => before ?? '');
    },
  });
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        signIn.mutate();
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
      <Input
        label="Password"
        type="password"
        autoComplete="current-password"
        required
        value={password}
        onChange={({ target }) => setPassword(target.value)}
      />
      {code === undefined ? null : <CodeInput value={code} set={setCode} />}
      <ErrorNote error={isCodeMissing(signIn.error) ? null : signIn.error} />
      <Button type="submit" tone="primary" busy={signIn.isPending}>
        Sign in
      </Button>
    </form>
  );
}
