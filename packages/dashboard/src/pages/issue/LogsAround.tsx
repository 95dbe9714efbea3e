import { useQuery } from '@tanstack/react-query';
import { operationQuery } from '../../api/operationQuery';
import { Badge } from '../../components/Badge';
import { ErrorState } from '../../components/ErrorState';
import { Link } from '../../components/Link';
import { Skeleton } from '../../components/Skeleton';
import { Time } from '../../components/Time';
import { cx } from '../../lib/cx';
import { exceptionTitle } from '../../lib/exceptionTitle';
import { useProject } from '../../lib/useProject';
import text from '../../styles/text.module.css';
import type { EventDetail } from './event';
import styles from './IssuePage.module.css';
import { momentOf } from './momentOf';
import { nearestLogs } from './nearestLogs';

const LOGS = 'GET /api/0/projects/{org}/{project}/logs';

/** Lines that are shown, and lines that are read to choose from. */
const [SHOWN, READ] = [8, 100];

/** The log lines next to an event: of its trace, or of its environment. */
export function LogsAround({ event }: { readonly event: EventDetail }) {
  const params = useProject();
  const { traceId, environment } = event;
  const { from, to, trace } = momentOf(event);
  const place = traceId === null && environment !== null ? { environment } : {};
  const { data, error, isPending, refetch } = useQuery(
    operationQuery(LOGS, { params, query: { from, to, trace, ...place, limit: READ } }),
  );
  const at = Date.parse(event.timestamp);
  const lines = nearestLogs(data?.data ?? [], at, SHOWN);
  const before = lines.filter(({ timestamp }) => Date.parse(timestamp) <= at).length;
  return (
    <section className={styles.card} aria-labelledby="logs" aria-busy={isPending}>
      <header className={styles.cardHead}>
        <h2 id="logs">
          Logs around this moment{' '}
          <span className={styles.quiet}>
            {traceId === null ? (environment ?? 'all environments') : 'of its trace'}
          </span>
        </h2>
        <Link
          to="logs"
          search={{ ...momentOf(event), env: place.environment, release: undefined }}
          className={text.link}
        >
          All logs around it
        </Link>
      </header>
      {error !== null ? (
        <ErrorState title="The logs could not be loaded" error={error} retry={() => void refetch()} />
      ) : isPending ? (
        <Skeleton height="120px" />
      ) : lines.length === 0 ? (
        <p className={styles.none}>No log line was stored within 30 seconds of the event.</p>
      ) : (
        <ol className={cx(styles.crumbs, styles.logs)}>
          {lines.slice(0, before).map((log) => (
            <LogLine key={log.id} log={log} moment={momentOf(event)} />
          ))}
          <li className={cx(styles.crumb, styles.bad)}>
            <span className={styles.when}>
              <Time at={event.timestamp} form="clock" />
            </span>
            <span className={styles.category}>exception</span>
            <span className={styles.said}>{exceptionTitle(event)}</span>
          </li>
          {lines.slice(before).map((log) => (
            <LogLine key={log.id} log={log} moment={momentOf(event)} />
          ))}
        </ol>
      )}
    </section>
  );
}

interface LogLineProps {
  readonly log: { readonly id: string; readonly timestamp: string; readonly level: string; readonly message: string };
  readonly moment: ReturnType<typeof momentOf>;
}

const LogLine = ({ log: { id, timestamp, level, message }, moment }: LogLineProps) => (
  <li className={styles.crumb}>
    <span className={styles.when}>
      <Time at={timestamp} form="clock" />
    </span>
    <span className={styles.category}>
      <Badge tone={level === 'error' || level === 'fatal' ? 'bad' : level === 'warning' ? 'warn' : 'plain'}>
        {level}
      </Badge>
    </span>
    <Link to="logs" search={{ ...moment, log: id, env: undefined, release: undefined }} className={styles.logLine}>
      {message}
    </Link>
  </li>
);
