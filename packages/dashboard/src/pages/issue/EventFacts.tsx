import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isMissing } from '../../api/apiError';
import { operationQuery } from '../../api/operationQuery';
import { KeyValue } from '../../components/KeyValue';
import { Link } from '../../components/Link';
import { Time } from '../../components/Time';
import { UserLabel } from '../../components/UserLabel';
import { formatDuration, plural } from '../../lib/format';
import { useProject } from '../../lib/useProject';
import text from '../../styles/text.module.css';
import { pageOf, versioned, type EventDetail } from './event';
import styles from './IssuePage.module.css';
import { momentOf } from './momentOf';

/** A replay is shown from a little before the event. */
const LEAD_MS = 5_000;

/** What is known of the shown event, with the way to its trace, replay and logs. */
export function EventFacts({ event }: { readonly event: EventDetail }) {
  const at = Date.parse(event.timestamp);
  const link = (to: string, label: ReactNode, search?: Readonly<Record<string, string | undefined>>) => (
    <Link to={to} search={search} className={text.link}>
      {label}
    </Link>
  );
  return (
    <section className={styles.card} aria-labelledby="facts">
      <header className={styles.cardHead}>
        <h2 id="facts">This event</h2>
        <span className={styles.quiet}>
          <Time at={event.timestamp} />
        </span>
      </header>
      <div className={styles.facts}>
        <KeyValue
          pairs={[
            ['Time', <Time key="time" at={event.timestamp} form="full" />],
            ['Level', event.handled === false ? `${event.level}, unhandled` : event.level],
            [
              'User',
              event.user === null
                ? undefined
                : link(
                    `users/${encodeURIComponent(event.user)}`,
                    <UserLabel user={event.user} userName={nameOf(event)} />,
                  ),
            ],
            ['Page', pageOf(event)],
            ['Browser', versioned(event, 'browser')],
            ['System', versioned(event, 'os')],
            ['Platform', event.platform],
            [
              'Release',
              event.release === null ? undefined : link(`releases/${encodeURIComponent(event.release)}`, event.release),
            ],
            ['Environment', event.environment],
            [
              'Trace',
              event.traceId === null ? undefined : <TraceLink key="trace" id={event.traceId} span={event.spanId} />,
            ],
            ['Replay', event.replayId === null ? undefined : <ReplayLink key="replay" id={event.replayId} at={at} />],
            ['Logs', link('logs', 'around this moment', momentOf(event))],
            ['Id', <code key="id">{event.id}</code>],
          ]}
        />
      </div>
    </section>
  );
}

/** What the user is known by, or was in the event if nothing is known any more. */
function nameOf({ userName, contexts }: EventDetail): string | null {
  const sent = ['user.name', 'user.email', 'user.username'].map((name) => contexts[name]);
  return userName ?? sent.find((value): value is string => typeof value === 'string' && value !== '') ?? null;
}

/** The trace of the event, by name, duration and size; no link if it has no spans, as where an SDK does not trace. */
function TraceLink({ id, span }: { readonly id: string; readonly span: string | null }) {
  const params = useProject();
  const { data, error } = useQuery(
    operationQuery('GET /api/0/projects/{org}/{project}/traces/{traceId}', {
      params: { ...params, traceId: id },
      query: { spans: false },
    }),
  );
  if (isMissing(error)) return <span title={id}>{id.slice(0, 8)} · no spans stored</span>;
  return (
    <Link to={`traces/${encodeURIComponent(id)}`} search={{ span: span ?? undefined }} className={text.link}>
      {data === undefined
        ? id.slice(0, 8)
        : `${data.name} · ${formatDuration(data.duration)} · ${plural(data.spanCount, 'span')}`}
    </Link>
  );
}

/** The replay at the moment of the event: how much of it is before and after. */
function ReplayLink({ id, at }: { readonly id: string; readonly at: number }) {
  const params = useProject();
  const { data } = useQuery(
    operationQuery('GET /api/0/projects/{org}/{project}/replays/{replayId}', { params: { ...params, replayId: id } }),
  );
  const [start, end] = [Date.parse(data?.startTime ?? ''), Date.parse(data?.endTime ?? '')];
  const moment = Math.max(0, at - start);
  const parts = Number.isNaN(start)
    ? 'at this moment'
    : `${formatDuration(Math.round(moment / 1_000) * 1_000)} before, ${formatDuration(Math.max(0, Math.round((end - at) / 1_000) * 1_000))} after`;
  return (
    <Link
      to={`replays/${encodeURIComponent(id)}`}
      search={{ at: Number.isNaN(start) ? undefined : String(Math.round(Math.max(0, moment - LEAD_MS))) }}
      className={text.link}
    >
      ▶ {parts}
    </Link>
  );
}
