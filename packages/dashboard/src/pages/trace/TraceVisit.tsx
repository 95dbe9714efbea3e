import { useQuery } from '@tanstack/react-query';
import type { ResponseOf } from '../../api/callApi';
import { operationQuery } from '../../api/operationQuery';
import { Link } from '../../components/Link';
import { Skeleton } from '../../components/Skeleton';
import { formatDuration, plural } from '../../lib/format';
import { useProject } from '../../lib/useProject';
import text from '../../styles/text.module.css';
import styles from './TraceVisit.module.css';

type Trace = ResponseOf<'GET /api/0/projects/{org}/{project}/traces/{traceId}'>;

/** The place of what belongs to a trace while it loads. */
export const TraceVisitSkeleton = () => (
  <div className={styles.links} aria-busy="true">
    <Skeleton width="40ch" height="19px" />
  </div>
);

/** What belongs to the trace: the page traces before and after it in the visit, replays and logs. */
export function TraceVisit({ trace }: { readonly trace: Trace }) {
  const params = { ...useProject(), traceId: trace.id };
  const hasEarlier = trace.previousTraceId !== null;
  const visit = useQuery({
    ...operationQuery('GET /api/0/projects/{org}/{project}/traces/{traceId}/visit', { params }),
    enabled: hasEarlier,
  });
  const [next] = trace.nextTraceIds;
  if (hasEarlier && visit.isPending) return <TraceVisitSkeleton />;
  return (
    <nav className={styles.links} aria-label="Related to the trace">
      {hasEarlier ? (
        <ol className={styles.visit} aria-label="Visit">
          {visit.data?.truncated === true ? <li className={text.quiet}>…</li> : null}
          {(visit.data?.data ?? []).map(({ id, name, duration }) => (
            <li key={id}>
              <Link to={`traces/${encodeURIComponent(id)}`} className={text.link} title={formatDuration(duration)}>
                {name}
              </Link>
            </li>
          ))}
          <li aria-current="step">{trace.name}</li>
        </ol>
      ) : null}
      {next === undefined ? null : (
        <Link to={`traces/${encodeURIComponent(next)}`} className={text.link}>
          Next page of the visit
        </Link>
      )}
      {trace.replayIds.slice(0, 3).map((id) => (
        <Link key={id} to={`replays/${encodeURIComponent(id)}`} className={text.link}>
          Replay {id.slice(0, 8)}
        </Link>
      ))}
      {trace.logs.length === 0 ? null : (
        <Link to="logs" search={{ trace: trace.id, env: undefined, release: undefined }} className={text.link}>
          {trace.logs.length === 100 ? 'Logs of the trace' : plural(trace.logs.length, 'log')}
        </Link>
      )}
      {trace.exceptions
        .filter(({ issueId }) => issueId !== null)
        .slice(0, 3)
        .map(({ id, issueId, type, message }) => (
          <Link
            key={id}
            to={`issues/${encodeURIComponent(issueId ?? '')}`}
            className={styles.exception}
            title={message}
          >
            {type}: {message}
          </Link>
        ))}
    </nav>
  );
}
