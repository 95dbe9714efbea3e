import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ResponseOf } from '../../api/callApi';
import { operationQuery } from '../../api/operationQuery';
import { Button } from '../../components/Button';
import { Card } from '../../components/Card';
import { ErrorState } from '../../components/ErrorState';
import { Facts } from '../../components/Facts';
import { Link } from '../../components/Link';
import { Moment } from '../../components/Moment';
import { UserLabel } from '../../components/UserLabel';
import { PageHead } from '../../components/PageHead';
import { StatLine } from '../../components/StatLine';
import { exceptionTitle } from '../../lib/exceptionTitle';
import { formatDuration, formatPosition, plural } from '../../lib/format';
import { showToast } from '../../lib/toasts';
import { useProject, useRouteParam } from '../../lib/useProject';
import { useSearch } from '../../lib/useSearch';
import { MarkList } from './MarkList';
import { besideRecording } from './nearArrival';
import { problemOf, readMarks, type Mark, type Recorded } from './readRecording';
import { ReplayPlayer } from './ReplayPlayer';
import styles from './ReplayPage.module.css';
import { usePlayer, type Player } from './usePlayer';
import { useRecording, type Recording } from './useRecording';

type Replay = ResponseOf<'GET /api/0/projects/{org}/{project}/replays/{replayId}'>;
type Stored = ResponseOf<'GET /api/0/projects/{org}/{project}/replays/{replayId}/markers'>['data'][number];

const storedMark = ({ kind, text, level, duration, traceId }: Stored, at: number): Mark => ({
  kind: kind === 'request' || kind === 'log' || kind === 'custom' ? kind : 'navigation',
  at,
  text: duration === null ? text : `${text} · ${formatDuration(duration)}`,
  isBad: level === 'error' || level === 'fatal',
  to: `traces/${encodeURIComponent(traceId)}`,
});

/** All marks of a replay: of the recording, and what is stored of its traces and exceptions. */
function marksOf(replay: Replay, { events, shiftMs }: Recording, stored: readonly Stored[]): readonly Mark[] {
  const startMs = events?.[0]?.timestamp ?? new Date(replay.startTime).getTime();
  const timeOf = (timestamp: string): number => besideRecording(new Date(timestamp).getTime(), startMs, shiftMs);
  // An exception that is followed by no change of the page is later than all that was recorded: it is at the end.
  const endMs = events?.at(-1)?.timestamp ?? Number.POSITIVE_INFINITY;
  const exceptions = replay.exceptions.map(({ id, type, message, issueId, timestamp }) => ({
    kind: 'exception' as const,
    text: exceptionTitle({ type, message }),
    isBad: true,
    id,
    at: Math.max(Math.min(timeOf(timestamp), endMs) - startMs, 0),
    ...(issueId === null ? {} : { to: `issues/${issueId}` }),
  }));
  const recorded = readMarks(events ?? [], startMs);
  const hasPages = recorded.some(({ kind }) => kind === 'navigation');
  const others = stored
    .map((each) => storedMark(each, timeOf(each.timestamp) - startMs))
    .filter(({ kind }) => kind !== 'navigation' || !hasPages);
  return [...recorded, ...others, ...exceptions].sort((a, b) => a.at - b.at);
}

const isPlayable = (events: readonly Recorded[]): boolean => problemOf(events) === undefined;

/** Whether the size of the recorded page is still to come. */
function isWaiting({ error, events }: Recording, { problem, size }: Player): boolean {
  if (error !== undefined || problem !== undefined || size !== undefined) return false;
  return events === undefined || isPlayable(events);
}

function noticeOf({ error, events, loaded, total }: Recording, isReady: boolean): string | undefined {
  if (error !== undefined) return error instanceof Error ? error.message : 'The recording could not be loaded.';
  if (events === undefined) return `Loading segment ${Math.min(loaded + 1, total)} of ${total} …`;
  return problemOf(events) ?? (isReady ? undefined : 'Preparing …');
}

const warningOf = (replay: Replay, isCut: boolean): string | undefined => {
  if (isCut || replay.truncated) return 'This recording is too long: its end is left out.';
  if (replay.gaps.length === 0) return undefined;
  const missing = replay.gaps.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  return `${plural(missing, 'segment')} did not arrive: the page may look wrong there.`;
};

const Details = ({ replay, lengthMs }: { readonly replay: Replay; readonly lengthMs: number }) => (
  <Card title="Session">
    <Facts
      facts={[
        [
          'User',
          replay.user === null ? (
            'unknown'
          ) : (
            <Link key="u" to={`users/${encodeURIComponent(replay.user)}`}>
              <UserLabel user={replay.user} userName={replay.userName} />
            </Link>
          ),
        ],
        ['Started', <Moment key="s" at={replay.startTime} full />],
        ['Length', formatPosition(lengthMs)],
        ['Environment', replay.environment ?? '–'],
        [
          'Release',
          replay.release === null ? (
            '–'
          ) : (
            <Link key="r" to={`releases/${encodeURIComponent(replay.release)}`}>
              {replay.release}
            </Link>
          ),
        ],
        ['Segments', plural(replay.segments, 'segment')],
      ]}
    />
  </Card>
);

function ReplayDetails({ replay }: { readonly replay: Replay }) {
  const place = useProject();
  const { at = '' } = useSearch();
  const recording = useRecording(replay, replay.id);
  const markers = useQuery(
    operationQuery('GET /api/0/projects/{org}/{project}/replays/{replayId}/markers', {
      params: { ...place, replayId: replay.id },
    }),
  );
  const { events } = recording;
  const playable = events !== undefined && isPlayable(events) ? events : undefined;
  const player = usePlayer(playable, /^\d{1,9}$/.test(at) ? Number(at) : 0);
  const marks = useMemo(
    () => marksOf(replay, recording, markers.data?.data ?? []),
    [replay, recording.events, markers.data],
  );
  const copyMoment = async (): Promise<void> => {
    const url = new URL(window.location.href);
    url.searchParams.set('at', String(Math.round(player.at)));
    try {
      await navigator.clipboard.writeText(url.href);
      showToast({ tone: 'good', text: 'The link to this moment is copied.' });
    } catch {
      showToast({ tone: 'bad', text: `The browser does not allow copying. The link is ${url.href}` });
    }
  };
  const warning = warningOf(replay, recording.isCut);
  // As the player counts, once it has the recording.
  const lengthMs = player.isReady ? player.total : replay.duration;
  const facts = [formatPosition(lengthMs), plural(replay.errorCount, 'exception'), plural(replay.pages ?? 1, 'page')];
  return (
    <>
      <PageHead
        parent={['replays', 'Replays']}
        title={`Replay ${replay.id.slice(0, 8)}`}
        sum={<StatLine facts={facts} />}
        actions={
          <Button onClick={() => void copyMoment()} disabled={!player.isReady}>
            Copy link to this moment
          </Button>
        }
      />
      {warning === undefined ? null : <p className={styles.warning}>{warning}</p>}
      <div className={styles.columns}>
        <ReplayPlayer
          {...{ player, marks }}
          notice={noticeOf(recording, player.isReady)}
          isWaiting={isWaiting(recording, player)}
        />
        <div className={styles.side}>
          <MarkList marks={marks} at={player.at} seek={player.isReady ? player.seek : undefined} />
          <Details {...{ replay, lengthMs }} />
        </div>
      </div>
    </>
  );
}

/** `/{org}/{project}/replays/{id}`: plays a recorded session. `?at=` is a moment in milliseconds. */
export function ReplayPage() {
  const place = useProject();
  const replayId = useRouteParam('id');
  const { data, error, refetch } = useQuery(
    operationQuery('GET /api/0/projects/{org}/{project}/replays/{replayId}', { params: { ...place, replayId } }),
  );
  if (error !== null) {
    return (
      <>
        <PageHead parent={['replays', 'Replays']} title="Replay" />
        <ErrorState title="The replay could not be loaded" error={error} retry={() => void refetch()} />
      </>
    );
  }
  if (data === undefined)
    return <PageHead parent={['replays', 'Replays']} title="Replay" sum={<StatLine facts={[]} isLoading />} />;
  return <ReplayDetails replay={data} />;
}
