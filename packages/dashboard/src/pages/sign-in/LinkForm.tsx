import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { ApiError, isInvalidLink } from '../../api/apiError';
import { callApi, type ResponseOf } from '../../api/callApi';
import { Button } from '../../components/Button';
import { ErrorNote } from '../../components/ErrorNote';
import { Input } from '../../components/Input';
import { Link } from '../../components/Link';
import { Skeleton } from '../../components/Skeleton';
import text from '../../styles/text.module.css';
import { CodeInput, isCodeMissing } from './CodeInput';
import { SignInCard } from './SignInCard';
import styles from './SignIn.module.css';
import { useOpenSession } from './useOpenSession';

type SignInLink = ResponseOf<'POST /api/0/links/inspect'>;

const TITLES = {
  sign_in: 'Sign in',
  invitation: 'Accept the invitation',
  password_reset: 'Choose a password',
} as const;
const ACTIONS = { sign_in: 'Sign in', invitation: 'Accept', password_reset: 'Set the password' } as const;

const GONE = {
  title: 'The link does not work',
  remedy: (
    <>
      It has expired or was used. Ask for a new one; an operator makes one with <code>sluice user link</code>.
    </>
  ),
};

interface Gone {
  readonly title: string;
  readonly remedy: ReactNode;
}

interface LinkProps {
  readonly token: string;
  /** What is shown, and what the reader can do, if the link does not work. */
  readonly gone?: Gone;
}

/**
 * Uses a link when its button is pressed. Opening the page changes nothing: scanners of mails and chats open links and run
 * JavaScript.
 */
export function LinkForm({ token, gone = GONE }: LinkProps) {
  const link = useQuery({
    queryKey: ['link', token],
    queryFn: ({ signal }) => callApi('POST /api/0/links/inspect', { body: { token }, signal }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (link.data !== undefined) return <UseLink {...{ token, gone }} link={link.data} />;
  if (link.error === null) {
    return (
      <SignInCard title="Sign in">
        <Skeleton height="120px" />
      </SignInCard>
    );
  }
  if (isRefused(link.error)) return <DeadLink {...gone} />;
  return (
    <SignInCard title="The link could not be checked">
      <ErrorNote error={link.error} />
      <Button onClick={() => void link.refetch()}>Try again</Button>
    </SignInCard>
  );
}

const DeadLink = ({ title, remedy }: Gone) => (
  <SignInCard title={title}>
    <p className={styles.hint} role="alert">
      {remedy}
    </p>
    <Link to="/sign-in" className={text.link}>
      Sign in with a password
    </Link>
  </SignInCard>
);

const isGone = (error: Error | null): boolean => error instanceof ApiError && error.code === 'link_expired';

/** The server knows no such link, or cannot read it: a link that was cut off. */
const isRefused = (error: Error): boolean => isGone(error) || isInvalidLink(error);

interface UseProps {
  readonly token: string;
  readonly gone: Gone;
  readonly link: SignInLink;
}

function UseLink({ token, gone, link }: UseProps) {
  const { purpose, needsPassword, isNewPassword } = link;
  const open = useOpenSession();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState<string>();
  const follow = useMutation({
    mutationFn: () =>
      callApi('POST /api/0/links/use', {
        body: {
          token,
          ...(name === '' ? {} : { name }),
          ...(password === '' ? {} : { password }),
          ...(code === undefined ? {} : { code }),
        },
      }),
    onSuccess: open,
    onError: (error) => {
      if (isCodeMissing(error)) setCode((before) => before ?? '');
    },
  });
  if (isGone(follow.error)) return <DeadLink {...gone} />;
  return (
    <SignInCard title={TITLES[purpose]}>
      <p className={styles.hint}>{describe(link)}</p>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          follow.mutate();
        }}
      >
        {purpose === 'invitation' && isNewPassword ? (
          <Input label="Name" autoComplete="name" value={name} onChange={({ target }) => setName(target.value)} />
        ) : null}
        {needsPassword ? (
          <Input
            label={isNewPassword ? 'New password' : 'Password'}
            hint={isNewPassword ? 'At least 10 characters.' : undefined}
            type="password"
            autoComplete={isNewPassword ? 'new-password' : 'current-password'}
            required
            value={password}
            onChange={({ target }) => setPassword(target.value)}
          />
        ) : null}
        {code === undefined ? null : <CodeInput value={code} set={setCode} />}
        <ErrorNote error={isCodeMissing(follow.error) ? null : follow.error} />
        <Button type="submit" tone="primary" busy={follow.isPending}>
          {ACTIONS[purpose]}
        </Button>
      </form>
    </SignInCard>
  );
}

function describe({ purpose, email, organization, role }: SignInLink): string {
  if (purpose === 'invitation') return `${email} joins ${organization ?? ''} with the role ${role ?? ''}.`;
  return purpose === 'sign_in' ? `You sign in as ${email}.` : `For the account of ${email}.`;
}
