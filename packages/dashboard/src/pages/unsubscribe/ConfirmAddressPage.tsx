import { useMutation, useQuery } from '@tanstack/react-query';
import { isInvalidLink } from '../../api/apiError';
import { callApi } from '../../api/callApi';
import { Button } from '../../components/Button';
import { ErrorNote } from '../../components/ErrorNote';
import { Skeleton } from '../../components/Skeleton';
import { useSearch } from '../../lib/useSearch';
import { SignInCard } from '../sign-in/SignInCard';
import styles from '../sign-in/SignIn.module.css';

/** `/confirm-address`: says that the address of a mail wants alerts, without a session. Opening it changes nothing. */
export function ConfirmAddressPage() {
  const { token = '' } = useSearch();
  const link = useQuery({
    queryKey: ['confirm-address', token],
    queryFn: ({ signal }) => callApi('GET /api/0/alerts/confirm/inspect', { query: { token }, signal }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const confirm = useMutation({ mutationFn: () => callApi('POST /api/0/alerts/confirm', { query: { token } }) });
  return (
    <SignInCard title="Alerts by email">
      {link.data === undefined ? (
        link.error === null ? (
          <Skeleton height="96px" />
        ) : (
          <>
            <ErrorNote error={link.error} />
            {isInvalidLink(link.error) ? (
              <p className={styles.hint}>
                Nothing was changed. Ask the organization to send another link, unless you unsubscribed: then the link
                in an earlier email offers it.
              </p>
            ) : (
              <Button onClick={() => void link.refetch()}>Try again</Button>
            )}
          </>
        )
      ) : confirm.isSuccess ? (
        <p role="status" className={styles.hint}>
          {link.data.address} gets alerts of {link.data.organization} from now on. Each has a link that ends them.
        </p>
      ) : (
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            confirm.mutate();
          }}
        >
          <p className={styles.hint}>
            Get alerts of {link.data.organization} at {link.data.address}?
          </p>
          <ErrorNote error={confirm.error} />
          <Button type="submit" tone="primary" busy={confirm.isPending}>
            Get alerts
          </Button>
        </form>
      )}
    </SignInCard>
  );
}
