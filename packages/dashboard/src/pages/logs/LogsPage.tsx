import { useMemo } from 'react';
import { useList, type List } from '../../api/useList';
import { Button } from '../../components/Button';
import { EmptyState } from '../../components/EmptyState';
import { Icon } from '../../components/Icon';
import { Link } from '../../components/Link';
import { NothingFound } from '../../components/NothingFound';
import { PageHead } from '../../components/PageHead';
import { DataTable } from '../../components/DataTable';
import { StatLine } from '../../components/StatLine';
import { formatCount, plural } from '../../lib/format';
import { useDelayed } from '../../lib/useDelayed';
import { readerTimeZone } from '../../lib/readerTimeZone';
import { useProject } from '../../lib/useProject';
import { useSearch, useSetSearch } from '../../lib/useSearch';
import { useView } from '../../lib/useView';
import { describeLogFilters } from './describeLogFilters';
import { LogFilters } from './LogFilters';
import { LogHistogram } from './LogHistogram';
import { LogPanel } from './LogPanel';
import { logColumns } from './logColumns';
import styles from './LogsPage.module.css';
import { MAX_LINES } from './joinLines';
import { useHistogram } from './useHistogram';
import { useLogTail, type Line, type LogTail } from './useLogTail';

/** Longest range whose lines show no days: the last 24 hours, which begin with a whole hour. */
const DAY_AND_HOUR_MS = 90_000_000;
const LIST = 'GET /api/0/projects/{org}/{project}/logs';

/** `/{org}/{project}/logs`. */
export function LogsPage() {
  const params = useProject();
  const { filter, environment, release } = useView();
  const search = useSearch();
  const setSearch = useSetSearch();
  const { query, levels, attributes, trace, user, log } = search;
  const typed = useDelayed(query);
  const isLive = search.live === '1';
  const isPaused = search.paused === '1';
  const own = useMemo(
    () => ({ query: typed, levels, attributes, trace, user, environment, release }),
    [typed, levels, attributes, trace, user, environment, release],
  );
  const range = trace === undefined ? { from: filter.from, to: filter.to } : {};
  const list = useList(
    LIST,
    { params, query: { ...own, ...range, limit: 100 } },
    { enabled: !isLive, follow: ({ id }) => id },
  );
  const tail = useLogTail(params, own, { isEnabled: isLive, isPaused });
  const histogram = useHistogram(params, { ...own, ...range, zone: readerTimeZone() }, !isLive && trace === undefined);
  const hasDays = !isLive && (trace !== undefined || Date.parse(filter.to) - Date.parse(filter.from) > DAY_AND_HOUR_MS);
  const columns = useMemo(() => logColumns((id) => setSearch({ log: id }), hasDays), [setSearch, hasDays]);
  const shown: List<Line> = isLive ? liveList(tail.lines, tail.state === 'connecting') : list;
  return (
    <>
      <PageHead
        title="Logs"
        sum={
          isLive ? (
            <TailFacts tail={tail} isPaused={isPaused} />
          ) : (
            <StatLine isLoading={histogram.isLoading} facts={[...histogram.facts, 'latest arrival first']} />
          )
        }
        actions={<TailButtons />}
      />
      <LogFilters />
      {isLive || trace !== undefined ? null : <LogHistogram histogram={histogram} />}
      <div className={styles.split}>
        <DataTable
          label="Logs"
          noun="log"
          list={shown}
          columns={columns}
          rowKey={({ id }) => id}
          rowKeys={({ id }) => ({ Enter: () => setSearch({ log: id }) })}
          errorTitle="The logs could not be loaded"
          empty={isLive ? <Waiting /> : <NoLogs />}
        />
        {log === undefined ? null : (
          <LogPanel id={log} close={() => setSearch({ log: undefined }, { replace: true })} />
        )}
      </div>
    </>
  );
}

const Waiting = () => <EmptyState title="Waiting for logs">New lines appear here as they are stored.</EmptyState>;

/** Nothing was found: with filters, which ones and how far; without, how logs get here. */
function NoLogs() {
  const { filter, environment, release } = useView();
  const { query, levels, attributes, trace, user } = useSearch();
  const filters = describeLogFilters({ query, attributes, levels, user, trace, environment, release });
  if (filters.length === 0) {
    return (
      <EmptyState title="No logs in this range" actions={<Link to="setup">Set up logs</Link>}>
        Choose a longer range. A log appears when the SDK sends its first one.
      </EmptyState>
    );
  }
  return (
    <NothingFound
      title={`No log ${filters.join(' and ')}`}
      from={trace === undefined ? filter.from : undefined}
      clears={FILTERS}
    />
  );
}

const FILTERS = ['query', 'levels', 'attributes', 'trace', 'user', 'env', 'release'];

const liveList = (rows: readonly Line[], isLoading: boolean): List<Line> => ({
  rows,
  isLoading: isLoading && rows.length === 0,
  isStale: false,
  isLoadingMore: false,
  hasMore: false,
  loadMore: () => undefined,
  scannedTo: undefined,
  error: null,
  retry: () => undefined,
});

const TailFacts = ({ tail, isPaused }: { readonly tail: LogTail; readonly isPaused: boolean }) => (
  <StatLine
    facts={[
      tail.state === 'live' ? 'Live' : tail.state === 'connecting' ? 'Connecting' : 'Interrupted, connecting again',
      `${plural(tail.lines.length, 'line')}${tail.lines.length === MAX_LINES ? ', older ones are dropped' : ''}`,
      ...(isPaused ? [`paused, ${formatCount(tail.waiting)} waiting`] : []),
      ...(tail.hasGap ? ['some lines were left out: narrow the filter'] : []),
      ...(tail.delayedSeconds === undefined
        ? []
        : [`a transaction of the database delays new lines (${tail.delayedSeconds} s)`]),
    ]}
  />
);

function TailButtons() {
  const { live, paused } = useSearch();
  const setSearch = useSetSearch();
  const [isLive, isPaused] = [live === '1', paused === '1'];
  return (
    <>
      {isLive ? (
        <Button onClick={() => setSearch({ paused: isPaused ? undefined : '1' }, { replace: true })}>
          <Icon name={isPaused ? 'play' : 'pause'} /> {isPaused ? 'Go on' : 'Pause'}
        </Button>
      ) : null}
      <Button
        aria-pressed={isLive}
        tone={isLive ? 'primary' : 'plain'}
        onClick={() => setSearch({ live: isLive ? undefined : '1', paused: undefined })}
      >
        <Icon name="pulse" /> Live tail
      </Button>
    </>
  );
}
