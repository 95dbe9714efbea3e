import { useMutation, useQuery } from '@tanstack/react-query';
import { isInvalidLink } from '../../api/apiError';
import { callApi } from '../../api/callApi';
import { Button } from '../../components/Button';
import { ErrorNote } from '../../components/ErrorNote';
import { Link } from '../../components/Link';
import { Skeleton } from '../../components/Skeleton';
import { useSearch } from '../../lib/useSearch';
import text from '../../styles/text.module.css';
import { SignInCard } from '../sign-in/SignInCard';
import styles from '../sign-in/SignIn.module.css';

/** `/unsubscribe`: ends the alerts by email that the link in an email names, without a session. Opening it changes nothing. */
export function UnsubscribePage() {
  const { token = '' } = useSearch();
  const link = useQuery({
    queryKey: ['unsubscribe', token],
    queryFn: ({ signal }) => callApi('GET /api/0/alerts/unsubscribe/inspect', { query: { token }, signal }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const end = useMutation({
    mutationFn: (all: boolean) =>
      callApi('POST /api/0/alerts/unsubscribe', { query: all ? { token, all: 'true' } : { token } }),
  });
  return (
    <SignInCard title="Alerts by email">
      {link.data !== undefined ? (
        link.data.isEnded || (end.isSuccess && link.data.destination !== null) ? (
          <EndedMail mail={mailOf(link.data)} token={token} />
        ) : (
          <EndMail mail={mailOf(link.data)} isMember={link.data.destination === null} end={end} />
        )
      ) : link.error === null ? (
        <Skeleton height="96px" />
      ) : (
        <>
          <ErrorNote error={link.error} />
          {isInvalidLink(link.error) ? (
            <p className={styles.hint}>The link is not complete, or you are no longer a member. Nothing was changed.</p>
          ) : (
            <Button onClick={() => void link.refetch()}>Try again</Button>
          )}
        </>
      )}
      <p className={styles.hint}>
        <Link to="/sign-in" className={text.link}>
          Sign in
        </Link>
      </p>
    </SignInCard>
  );
}

interface EndMailProps {
  /** `email about acme/web`. */
  readonly mail: string;
  /** Members have an inbox, too. */
  readonly isMember: boolean;
  readonly end: {
    readonly mutate: (all: boolean) => void;
    readonly isPending: boolean;
    readonly isSuccess: boolean;
    readonly error: Error | null;
  };
}

function EndMail({ mail, isMember, end }: EndMailProps) {
  if (end.isSuccess) {
    return (
      <p role="status" className={styles.hint}>
        You no longer get {mail}.{isMember && ' Alerts are still in your inbox.'}
      </p>
    );
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        end.mutate(false);
      }}
    >
      <p className={styles.hint}>
        Unsubscribe from {mail}?{isMember && ' Alerts stay in your inbox.'}
      </p>
      <ErrorNote error={end.error} />
      <Button type="submit" tone="primary" busy={end.isPending}>
        Unsubscribe
      </Button>
      {isMember ? null : (
        <Button disabled={end.isPending} onClick={() => end.mutate(true)}>
          Unsubscribe from all organizations
        </Button>
      )}
    </form>
  );
}

/** Only the owner of an address that unsubscribed can change that: by an email to the address. */
function EndedMail({ mail, token }: { readonly mail: string; readonly token: string }) {
  const ask = useMutation({ mutationFn: () => callApi('POST /api/0/alerts/unsubscribe/again', { query: { token } }) });
  return (
    <>
      <p role="status" className={styles.hint}>
        {ask.isSuccess ? 'An email with a link was sent. Open it to get alerts again.' : `You no longer get ${mail}.`}
      </p>
      <ErrorNote error={ask.error} />
      {ask.isSuccess ? null : (
        <Button busy={ask.isPending} onClick={() => ask.mutate()}>
          Send me a link to get alerts again
        </Button>
      )}
    </>
  );
}

interface LinkedMail {
  readonly organization: string;
  readonly project: string | null;
  readonly destination: string | null;
  readonly address: string | null;
}

function mailOf({ organization, project, destination, address }: LinkedMail): string {
  if (destination === null) return `email about ${project === null ? organization : `${organization}/${project}`}`;
  return `email from ${destination} of ${organization} to ${address ?? 'this address'}`;
}
