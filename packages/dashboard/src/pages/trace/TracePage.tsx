import { useQuery } from '@tanstack/react-query';
import type { ResponseOf } from '../../api/callApi';
import { isMissing } from '../../api/apiError';
import { operationQuery } from '../../api/operationQuery';
import { EmptyState } from '../../components/EmptyState';
import { ErrorState } from '../../components/ErrorState';
import { Link } from '../../components/Link';
import { PageHead } from '../../components/PageHead';
import { StatLine } from '../../components/StatLine';
import { Time } from '../../components/Time';
import { Badge } from '../../components/Badge';
import { CopyButton } from '../../components/CopyButton';
import { formatDuration, plural } from '../../lib/format';
import { useProject, useRouteParam } from '../../lib/useProject';
import type { SearchPatch } from '../../lib/useSearch';
import text from '../../styles/text.module.css';
import { TraceVisit, TraceVisitSkeleton } from './TraceVisit';
import { useTraceSpans } from './useTraceSpans';
import { Waterfall } from './Waterfall';

/** `/{org}/{project}/traces/{id}`. */
export function TracePage() {
  const place = useProject();
  const traceId = useRouteParam('id');
  const params = { ...place, traceId };
  const trace = useQuery(
    operationQuery('GET /api/0/projects/{org}/{project}/traces/{traceId}', { params, query: { spans: false } }),
  );
  const spans = useTraceSpans(place, traceId);
  const { data } = trace;
  if (trace.error !== null && data === undefined)
    return <NoTrace error={trace.error} retry={() => void trace.refetch()} />;
  return (
    <>
      <PageHead
        parent={['traces', 'Traces']}
        title={data?.name ?? 'Trace'}
        sumLines={3}
        before={data?.status === 'error' ? <Badge tone="bad">error</Badge> : undefined}
        sum={
          <StatLine
            isLoading={data === undefined}
            facts={
              data === undefined
                ? []
                : [
                    formatDuration(data.duration),
                    `${data.approximate ? 'about ' : ''}${plural(data.spanCount, 'span')}`,
                    plural(data.errorCount, 'failed span'),
                    ...exceptionFacts(data.exceptions),
                    ...(data.rootCount > 1 ? [plural(data.rootCount, 'root')] : []),
                    ...(data.environment === null ? [] : [fact('traces', data.environment, { env: data.environment })]),
                    ...(data.release === null
                      ? []
                      : [fact(`releases/${encodeURIComponent(data.release)}`, data.release)]),
                    ...(data.user === null ? [] : [fact(`users/${encodeURIComponent(data.user)}`, data.user)]),
                    fact('traces', 'all of this name', { tab: 'traces', name: data.name }),
                    <Time key="time" at={data.startTime} form="full" />,
                  ]
            }
          />
        }
        actions={<CopyButton label="Copy the trace id" text={traceId} />}
      />
      {data === undefined ? <TraceVisitSkeleton /> : <TraceVisit trace={data} />}
      <Waterfall spans={spans} stored={data?.spanCount} exceptions={data?.exceptions ?? []} params={params} />
    </>
  );
}

const fact = (to: string, label: string, search?: SearchPatch) => (
  <Link key={label} to={to} search={search} className={text.link}>
    {label}
  </Link>
);

type Exceptions = ResponseOf<'GET /api/0/projects/{org}/{project}/traces/{traceId}'>['exceptions'];

/** How many exceptions happened; a link to the issue of the first one. */
function exceptionFacts(exceptions: Exceptions) {
  if (exceptions.length === 0) return [];
  const label = plural(exceptions.length, 'exception');
  const issueId = exceptions.find((exception) => exception.issueId !== null)?.issueId ?? undefined;
  return [issueId === undefined ? label : fact(`issues/${encodeURIComponent(issueId)}`, label)];
}

interface NoTraceProps {
  readonly error: Error;
  readonly retry: () => void;
}

/** A link to a trace may lead to none: the program sent no spans, or they are not stored. */
const NoTrace = ({ error, retry }: NoTraceProps) => (
  <>
    <PageHead parent={['traces', 'Traces']} title="Trace" />
    {isMissing(error) ? (
      <EmptyState title="No span of this trace is stored" actions={<Link to="usage">Open Stats &amp; Usage</Link>}>
        The program sent none, because tracing is off or it did not sample this trace; or they were filtered, limited or
        refused, or are older than the retention.
      </EmptyState>
    ) : (
      <ErrorState title="The trace could not be loaded" error={error} retry={retry} />
    )}
  </>
);
