import { useQuery } from '@tanstack/react-query';
import { operationQuery, type ReadParts } from '../../api/operationQuery';
import { ErrorState } from '../../components/ErrorState';
import { Link } from '../../components/Link';
import { Skeleton } from '../../components/Skeleton';
import { Time } from '../../components/Time';
import { useProject } from '../../lib/useProject';
import text from '../../styles/text.module.css';
import styles from './Usage.module.css';

const READ = 'GET /api/0/projects/{org}/{project}/refused';

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
  const samples = useQuery(operationQuery(READ, { params, query }));
  if (samples.error !== null && samples.data === undefined) {
    return (
      <ErrorState title="The samples could not be loaded" error={samples.error} retry={() => void samples.refetch()} />
    );
  }
  if (samples.data === undefined) return <Skeleton width="100%" height="120px" />;
  const rows = samples.data.data.filter(
    ({ entry, type }) => (only === undefined || entry === only) && (onlyType === undefined || type === onlyType),
  );
  if (rows.length === 0) {
    return (
      <p className={styles.quiet}>
        No event was refused for this reason
        {only === undefined ? (
          ''
        ) : (
          <>
            {' '}
            by <code>{only}</code>
          </>
        )}{' '}
        in the last hour, or samples are switched off in{' '}
        <Link to="settings/security" className={text.link}>
          the security settings
        </Link>
        .
      </p>
    );
  }
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
            {event}
          </pre>
        </div>
      ))}
    </div>
  );
}
