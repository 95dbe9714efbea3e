import type { ResponseOf } from '../../api/callApi';
import { useList } from '../../api/useList';
import { Badge } from '../../components/Badge';
import { Button } from '../../components/Button';
import { Card } from '../../components/Card';
import { EmptyState } from '../../components/EmptyState';
import { ErrorState } from '../../components/ErrorState';
import { Icon, type IconName } from '../../components/Icon';
import { Link } from '../../components/Link';
import { NewerLine } from '../../components/NewerLine';
import { Skeleton } from '../../components/Skeleton';
import { ToggleGroup } from '../../components/ToggleGroup';
import { formatDuration } from '../../lib/format';
import { formatClock, formatDay, formatTime, formatUtc } from '../../lib/formatTime';
import { useProject } from '../../lib/useProject';
import { useSearch, useSetSearch } from '../../lib/useSearch';
import { useView } from '../../lib/useView';
import text from '../../styles/text.module.css';
import { kindsOf, PARTS, readParts, writeParts, type Part } from './timelineKinds';
import styles from './UserPage.module.css';

type Moment = ResponseOf<'GET /api/0/projects/{org}/{project}/users/{key}/timeline'>['data'][number];

const KINDS: Readonly<Record<Moment['kind'], readonly [icon: IconName, label: string]>> = {
  pageview: ['visits', 'Page view'],
  custom: ['check', 'Custom hit'],
  exception: ['alert', 'Exception'],
  log: ['logs', 'Log'],
  trace: ['traces', 'Trace'],
  replay: ['replay', 'Replay'],
};

/** Where a moment leads to, as `Link` takes it. */
function pathOf({ kind, id, issueId, traceId, replayId }: Moment): string | undefined {
  if (kind === 'exception') return issueId === null ? undefined : `issues/${issueId}?event=${id}`;
  if (kind === 'replay') return replayId === null ? undefined : `replays/${encodeURIComponent(replayId)}`;
  return traceId === null ? undefined : `traces/${encodeURIComponent(traceId)}`;
}

function What({ moment }: { readonly moment: Moment }) {
  const words =
    moment.text !== '' ? moment.text : moment.kind === 'replay' ? 'Recorded session' : KINDS[moment.kind][1];
  const [path, search] = (pathOf(moment) ?? '').split('?');
  const event = search?.replace('event=', '');
  return (
    <span className={styles.what}>
      {path === undefined || path === '' ? (
        words
      ) : (
        <Link to={path} search={event === undefined ? {} : { event }}>
          {words}
        </Link>
      )}
      {moment.url !== null && moment.url !== moment.text ? (
        <span className={`${text.quiet} ${styles.url}`}>{moment.url}</span>
      ) : null}
    </span>
  );
}

const isBad = ({ kind, level }: Moment): boolean => kind === 'exception' || level === 'error' || level === 'fatal';

function Row({ moment }: { readonly moment: Moment }) {
  const [icon, label] = KINDS[moment.kind];
  const time = new Date(moment.timestamp);
  return (
    <li className={styles.row}>
      <time dateTime={moment.timestamp} title={`${formatTime(time)} · ${formatUtc(time)}`} className={styles.time}>
        {formatClock(time)}
      </time>
      <span className={isBad(moment) ? styles.badIcon : styles.icon} title={label}>
        <Icon name={icon} />
        <span className={text.hidden}>{label}</span>
      </span>
      <What moment={moment} />
      <span className={styles.facts}>
        {moment.level === null || moment.level === 'ok' ? null : (
          <Badge tone={moment.level === 'warning' ? 'warn' : isBad(moment) ? 'bad' : 'plain'}>{moment.level}</Badge>
        )}
        {moment.duration === null ? null : formatDuration(moment.duration)}
      </span>
    </li>
  );
}

interface Day {
  readonly name: string;
  readonly moments: readonly Moment[];
}

/** Pages are in order of arrival; what is loaded is shown in the order of time. */
function byDay(loaded: readonly Moment[]): readonly Day[] {
  const moments = loaded.toSorted((a, b) => (a.timestamp < b.timestamp ? 1 : a.timestamp > b.timestamp ? -1 : 0));
  const days: { name: string; moments: Moment[] }[] = [];
  for (const moment of moments) {
    const name = formatDay(new Date(moment.timestamp));
    const last = days.at(-1);
    if (last?.name === name) last.moments.push(moment);
    else days.push({ name, moments: [moment] });
  }
  return days;
}

/** Chooses the parts of the timeline. */
function Parts({ parts }: { readonly parts: readonly Part[] }) {
  const set = useSetSearch();
  return (
    <div className={styles.parts}>
      <ToggleGroup
        label="What the timeline shows"
        choices={PARTS.map(([name, label]) => [name, label] as const)}
        chosen={parts}
        onChange={(next) => set({ show: writeParts(next) }, { replace: true })}
      />
    </div>
  );
}

const Loading = () => (
  <div className={styles.loading} aria-busy="true">
    {Array.from({ length: 10 }, (_, index) => (
      <Skeleton key={index} height="20px" />
    ))}
  </div>
);

function Empty({ parts }: { readonly parts: readonly Part[] }) {
  const set = useSetSearch();
  const isAll = parts.length === PARTS.length;
  return (
    <EmptyState
      title="Nothing in this range"
      actions={
        isAll ? undefined : (
          <Button onClick={() => set({ show: writeParts(PARTS.map(([name]) => name)) })}>Show everything</Button>
        )
      }
    >
      {isAll
        ? 'Choose a longer range: the user was last seen at another time.'
        : `Of ${PARTS.filter(([name]) => parts.includes(name))
            .map(([, label]) => label.toLowerCase())
            .join(', ')}. Choose a longer range, or show more.`}
    </EmptyState>
  );
}

/** What a user experienced, newest first, over pages. */
export function Timeline({ userKey }: { readonly userKey: string }) {
  const place = useProject();
  const { filter } = useView();
  const parts = readParts(useSearch()['show']);
  const list = useList(
    'GET /api/0/projects/{org}/{project}/users/{key}/timeline',
    {
      params: { ...place, key: userKey },
      query: { from: filter.from, to: filter.to, kinds: kindsOf(parts), limit: 50 },
    },
    { mostEmpty: 10, follow: ({ id }) => id },
  );
  if (list.error !== null && list.rows.length === 0) {
    return <ErrorState title="The timeline could not be loaded" error={list.error} retry={list.retry} />;
  }
  return (
    <Card title="Timeline" note="newest first">
      <Parts parts={parts} />
      <NewerLine list={list} noun="entry" many="entries" />
      {list.isLoading ? <Loading /> : null}
      {!list.isLoading && list.rows.length === 0 && !list.hasMore ? <Empty parts={parts} /> : null}
      <div className={list.isStale ? styles.stale : undefined}>
        {byDay(list.rows).map(({ name, moments }, index) => (
          <section key={`${name} ${index}`} aria-label={name}>
            <h3 className={styles.day}>{name}</h3>
            <ol>
              {moments.map((moment) => (
                <Row key={moment.id} moment={moment} />
              ))}
            </ol>
          </section>
        ))}
      </div>
      {list.hasMore ? (
        <div className={styles.more}>
          <Button onClick={list.loadMore} busy={list.isLoadingMore}>
            {list.scannedTo === undefined ? 'Show earlier' : 'Search further back'}
          </Button>
          {list.scannedTo === undefined ? null : (
            <span className={text.quiet}>
              {list.rows.length === 0 ? 'nothing found so far, ' : ''}searched back to{' '}
              {formatTime(new Date(list.scannedTo))}
            </span>
          )}
        </div>
      ) : null}
    </Card>
  );
}
