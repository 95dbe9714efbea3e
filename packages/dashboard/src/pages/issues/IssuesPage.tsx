import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ResponseOf } from '../../api/callApi';
import { operationQuery } from '../../api/operationQuery';
import { useSession } from '../../api/session';
import { useList } from '../../api/useList';
import { EmptyState } from '../../components/EmptyState';
import { ErrorState } from '../../components/ErrorState';
import { Link } from '../../components/Link';
import { PageHead } from '../../components/PageHead';
import { StatLine } from '../../components/StatLine';
import { formatCount, plural } from '../../lib/format';
import { formatTime } from '../../lib/formatTime';
import { presetLabel } from '../../lib/timeRange';
import { readerTimeZone } from '../../lib/readerTimeZone';
import { useProject } from '../../lib/useProject';
import { useSearch } from '../../lib/useSearch';
import { useView, type View } from '../../lib/useView';
import text from '../../styles/text.module.css';
import { isInTab } from './changeOf';
import { LIST, type LEVELS, readSort, readTab, SUMMARY, TABS, type Tab } from './issue';
import { IssueFilters } from './IssueFilters';
import { IssueTable } from './IssueTable';
import { IssueTabs } from './IssueTabs';
import styles from './IssuesPage.module.css';
import { useIssueChanges } from './useIssueChanges';

type Summary = ResponseOf<typeof SUMMARY>;

/** `/$org/$project/issues`. */
export function IssuesPage() {
  const params = useProject();
  const { user: me } = useSession();
  const view = useView();
  const search = useSearch();
  const tab = readTab(search['status']);
  const query = { ...view.filter, ...filtersOf(search), status: tab, zone: readerTimeZone() };
  const asked = { ...query, sort: readSort(search['sort']) };
  const list = useList(LIST, { params, query: asked }, { follow: ({ id }) => id });
  const summary = useQuery({ ...operationQuery(SUMMARY, { params, query }), placeholderData: keepPreviousData });
  const { change } = useIssueChanges();
  const issues = list.rows.filter((issue) => isInTab(issue, tab, me.id));
  const isEmpty = !list.isLoading && list.error === null && issues.length === 0;
  return (
    <>
      <PageHead
        title="Issues"
        sum={<StatLine of={summary} isLoading={summary.isPending} facts={factsOf(tab, summary.data, view)} />}
      />
      <IssueTabs tab={tab} summary={summary.data} />
      <IssueFilters />
      {summary.data?.scannedTo === null || summary.data === undefined ? null : (
        <p className={styles.note}>
          There are more events than one page counts: all numbers are of what arrived since{' '}
          {formatTime(new Date(summary.data.scannedTo))}. Choose a shorter range for exact numbers.
        </p>
      )}
      {list.error !== null && list.rows.length === 0 ? (
        <ErrorState title="The issues could not be loaded" error={list.error} retry={list.retry} />
      ) : isEmpty ? (
        <NoIssues
          tab={tab}
          view={view}
          isFiltered={Object.values(filtersOf(search)).some((value) => value !== undefined)}
        />
      ) : (
        <IssueTable key={tab} list={list} issues={issues} rangeLabel={rangeLabel(view)} change={change} />
      )}
    </>
  );
}

/** The page's own filters of the URL. The server refuses those that it does not know, and the page says so. */
function filtersOf({ query, level, tag, user, url, assignee }: ReturnType<typeof useSearch>) {
  return { query, level: level as (typeof LEVELS)[number] | undefined, tag, user, url, assignee };
}

const rangeLabel = ({ range: { preset } }: View): string =>
  preset === undefined ? 'In the range' : presetLabel(preset).replace('Last ', '');

const inWords = ({ range: { preset } }: View): string =>
  preset === undefined ? 'in the chosen range' : `in the ${presetLabel(preset).toLowerCase()}`;

function factsOf(tab: Tab, summary: Summary | undefined, view: View): readonly string[] {
  if (summary === undefined) return [];
  const word = TABS.find(([name]) => name === tab)?.[1].toLowerCase() ?? tab;
  const users = `${summary.approximate ? 'at least ' : ''}${plural(summary.users, 'user')}`;
  return [`${formatCount(summary[tab])} ${word}`, `${plural(summary.events, 'event')} from ${users} ${inWords(view)}`];
}

interface NoIssuesProps {
  readonly tab: Tab;
  readonly view: View;
  readonly isFiltered: boolean;
}

function NoIssues({ tab, view, isFiltered }: NoIssuesProps) {
  if (isFiltered || view.environment !== undefined || view.release !== undefined) {
    return (
      <EmptyState
        title={`No issue matches ${inWords(view)}`}
        actions={
          <Link to="issues" search={{ env: undefined, release: undefined }} className={text.link}>
            Remove all filters
          </Link>
        }
      >
        An issue is listed if one of its events in the range matches all filters, the environment and the release.
      </EmptyState>
    );
  }
  if (tab !== 'open') {
    return (
      <EmptyState
        title={`Nothing here ${inWords(view)}`}
        actions={
          <Link to="issues" className={text.link}>
            Show open issues
          </Link>
        }
      >
        {EMPTY[tab]}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={`No open issues ${inWords(view)}`}
      actions={
        <>
          <Link to="issues" search={{ range: '30d' }} className={text.link}>
            Look at 30 days
          </Link>
          <Link to="setup" className={text.link}>
            Why does nothing arrive?
          </Link>
        </>
      }
    >
      Exceptions with the same cause form an issue. It appears here with its first event.
    </EmptyState>
  );
}

const EMPTY: Readonly<Record<Exclude<Tab, 'open'>, string>> = {
  new: 'An issue is new for 24 hours after its first event.',
  regressed: 'An issue regresses when an event arrives after it was resolved.',
  assigned: 'Open an issue and assign it to yourself to find it here.',
  resolved: 'Issues that were resolved and had events in this range appear here.',
  ignored: 'Ignored issues that had events in this range appear here.',
};
