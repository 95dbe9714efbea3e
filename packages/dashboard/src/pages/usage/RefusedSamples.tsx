import { useQuery } from '@tanstack/react-query';
import type { ResponseOf } from '../../api/callApi';
import { operationQuery, type ReadParts } from '../../api/operationQuery';
import { ErrorState } from '../../components/ErrorState';
import { Link } from '../../components/Link';
import { Skeleton } from '../../components/Skeleton';
import { Time } from '../../components/Time';
import { useProject } from '../../lib/useProject';
import text from '../../styles/text.module.css';
import { indentJson } from './indentJson';
import styles from './Usage.module.css';

const READ = 'GET /api/0/projects/{org}/{project}/refused';
type Sample = ResponseOf<typeof READ>['data'][number];

/** How soon a list without samples is read again. */
const POLL_MS = 3_000;

interface Props {
  readonly reason: string;
  /** Only events that this entry of a filter dropped. */
  readonly entry?: string | undefined;
  /** Only events of this type. */
  readonly type?: string | undefined;
}

/** The last refused events of a reason, with what is wrong with each. */
export function RefusedSamples({ reason, entry: only, type: onlyType }: Props) {
  const params = useProject();
  const query = { reason } as ReadParts<typeof READ>['query'];
  const isShown = ({ entry, type }: Sample): boolean =>
    (only === undefined || entry === only) && (onlyType === undefined || type === onlyType);
  const samples = useQuery({
    ...operationQuery(READ, { params, query }),
    // Gateways keep a sample for up to two seconds before it can be read.
    refetchInterval: ({ state }) => (state.data?.data.some(isShown) === true ? false : POLL_MS),
  });
  if (samples.error !== null && samples.data === undefined) {
    return (
      <ErrorState title="The samples could not be loaded" error={samples.error} retry={() => void samples.refetch()} />
    );
  }
  if (samples.data === undefined) return <Skeleton width="100%" height="120px" />;
  const rows = samples.data.data.filter(isShown);
  if (rows.length === 0) return <NoSamples {...{ entry: only, type: onlyType }} />;
  return (
    <div className={styles.samples}>
      <p className={styles.quiet}>
        The last {rows.length} of the last hour, at most one a second. Email addresses, secrets and addresses are
        removed.
      </p>
      {rows.map(({ id, time, type, entry, field, problem, event }) => (
        <div key={id} className={styles.sample}>
          <div>
            <Time at={time} form="full" /> · {type}
            {entry === null ? null : (
              <>
                {' '}
                · entry <code>{entry}</code>
              </>
            )}
            {problem === null ? null : (
              <>
                {' '}
                · <code>{field}</code> {problem}
              </>
            )}
          </div>
          <pre className={styles.json} tabIndex={0} role="region" aria-label={`Refused ${type} ${id.slice(0, 8)}`}>
            {indentJson(event)}
          </pre>
        </div>
      ))}
    </div>
  );
}

/** Why there are no samples: none are kept, or nothing was refused in the last hour. */
function NoSamples({ entry, type }: Pick<Props, 'entry' | 'type'>) {
  const params = useProject();
  const settings = useQuery(operationQuery('GET /api/0/projects/{org}/{project}/settings', { params }));
  if (settings.data?.refusedSamples === false) {
    return (
      <p className={styles.quiet}>
        Samples of refused events are switched off.{' '}
        <Link to="settings/security" className={text.link}>
          Switch them on
        </Link>
      </p>
    );
  }
  return (
    <p className={styles.quiet}>
      No {type ?? 'event'} was refused for this reason
      {entry === undefined ? null : (
        <>
          {' '}
          by <code>{entry}</code>
        </>
      )}{' '}
      in the last hour; samples are kept for an hour.
    </p>
  );
}
