import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isMissing } from '../../api/apiError';
import { operationQuery } from '../../api/operationQuery';
import { EmptyState } from '../../components/EmptyState';
import { ErrorState } from '../../components/ErrorState';
import { Link } from '../../components/Link';
import { PageHead } from '../../components/PageHead';
import { Skeleton } from '../../components/Skeleton';
import { plural } from '../../lib/format';
import { readerTimeZone } from '../../lib/readerTimeZone';
import { useProject, useRouteParam } from '../../lib/useProject';
import { useView } from '../../lib/useView';
import { visible } from '../../lib/visible';
import text from '../../styles/text.module.css';
import { READ, type IssueDetail } from '../issues/issue';
import { rememberIssue } from '../issues/lastIssue';
import { useIssueChanges } from '../issues/useIssueChanges';
import { Activity } from './Activity';
import { Breadcrumbs } from './Breadcrumbs';
import { Contexts } from './Contexts';
import { Distributions } from './Distributions';
import { EventFacts } from './EventFacts';
import { EventHead } from './EventHead';
import { Fingerprints } from './Fingerprints';
import { IssueChart } from './IssueChart';
import { IssueHead } from './IssueHead';
import styles from './IssuePage.module.css';
import { LogsAround } from './LogsAround';
import { StackTrace } from './StackTrace';
import { useShownEvent, type ShownEvent } from './useShownEvent';

/** How soon a place that could not be resolved in time is read again. */
const PENDING_MS = 10_000;

/** `/$org/$project/issues/$id`. */
export function IssuePage() {
  const params = useProject();
  const issueId = useRouteParam('id');
  const { filter } = useView();
  const { change } = useIssueChanges();
  const issue = useQuery({
    ...operationQuery(READ, { params: { ...params, issueId }, query: { ...filter, zone: readerTimeZone() } }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.culpritPending === true ? PENDING_MS : false),
  });
  const found = issue.data;
  useEffect(() => rememberIssue(issueId), [issueId]);
  useEffect(() => {
    document.title = `${visible(found?.title ?? 'Issue')} · Sluice`;
  }, [found?.title]);
  if (issue.error !== null && found === undefined) {
    return (
      <>
        <PageHead parent={['issues', 'Issues']} title="Issue" />
        <ErrorState title="The issue could not be loaded" error={issue.error} retry={() => void issue.refetch()} />
      </>
    );
  }
  if (found === undefined) return <Loading />;
  return (
    <>
      <IssueHead issue={found} change={(asked) => change([found], asked)} />
      <Found issue={found} />
    </>
  );
}

function Found({ issue }: { readonly issue: IssueDetail }) {
  const shown = useShownEvent(issue);
  return (
    <div className={styles.columns}>
      <div className={styles.main}>
        <IssueChart issue={issue} />
        <EventView issue={issue} shown={shown} />
      </div>
      <Activity issue={issue} />
      <aside className={styles.side} aria-label="This event, and who is affected">
        {shown.event === undefined && !shown.isNone && shown.error === null ? (
          <Skeleton height="640px" />
        ) : (
          <>
            {shown.event === undefined ? null : <EventFacts event={shown.event} />}
            <Distributions issueId={issue.id} grouping={<Fingerprints issue={issue} />} />
          </>
        )}
      </aside>
    </div>
  );
}

function EventView({ issue, shown }: { readonly issue: IssueDetail; readonly shown: ShownEvent }) {
  const { eventId, event, isStale, error, retry } = shown;
  if (shown.isNone) return <NoEvent issue={issue} />;
  if (error !== null && event === undefined) {
    const title = isMissing(error) ? 'The event does not exist. It may have expired' : 'The event could not be loaded';
    return <ErrorState title={title} error={error} retry={retry} />;
  }
  return (
    <div className={styles.event} aria-busy={isStale}>
      {eventId === undefined ? (
        <Skeleton height="30px" />
      ) : (
        <EventHead issueId={issue.id} eventId={eventId} event={event} count={issue.count} />
      )}
      {event === undefined ? (
        <Skeleton height="480px" />
      ) : (
        <>
          <StackTrace event={event} />
          <Breadcrumbs event={event} />
          <LogsAround event={event} />
          <Contexts event={event} />
        </>
      )}
    </div>
  );
}

const NoEvent = ({ issue }: { readonly issue: IssueDetail }) => (
  <EmptyState
    title="No event of this issue matches"
    actions={
      <Link
        to={`issues/${issue.id}`}
        search={{
          event: issue.latestEventId,
          range: '30d',
          env: undefined,
          release: undefined,
          from: undefined,
          to: undefined,
        }}
        className={text.link}
      >
        Show the latest event of all
      </Link>
    }
  >
    Environment, release and range of this page have none of its {plural(issue.total.count, 'event')}.
  </EmptyState>
);

const Loading = () => (
  <div aria-busy="true" aria-label="Loading the issue">
    <div className={styles.head}>
      <div className={styles.what}>
        <Skeleton width="30ch" />
        <Skeleton width="24ch" height="28px" />
        <Skeleton width="60ch" />
      </div>
    </div>
    <div className={styles.columns}>
      <div className={styles.main}>
        <Skeleton height="196px" />
        <Skeleton height="520px" />
      </div>
      <div className={styles.side}>
        <Skeleton height="520px" />
      </div>
    </div>
  </div>
);
