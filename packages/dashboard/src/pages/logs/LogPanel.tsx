import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { ResponseOf } from '../../api/callApi';
import { operationQuery } from '../../api/operationQuery';
import { Button } from '../../components/Button';
import { CopyButton } from '../../components/CopyButton';
import { ErrorState } from '../../components/ErrorState';
import { Icon } from '../../components/Icon';
import { KeyValue } from '../../components/KeyValue';
import { Link } from '../../components/Link';
import { Select } from '../../components/Select';
import { Skeleton } from '../../components/Skeleton';
import { Time } from '../../components/Time';
import { cx } from '../../lib/cx';
import { useProject } from '../../lib/useProject';
import text from '../../styles/text.module.css';
import { levelClass } from './logColumns';
import styles from './LogPanel.module.css';

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
const pairsOf = (values: Readonly<Record<string, unknown>>): readonly (readonly [string, ReactNode])[] =>
  Object.entries(values).map(([name, value]) => [name, shown(value)]);

/** One log with its attributes, and the lines around it. */
export function LogPanel({ id, close }: { readonly id: string; readonly close: () => void }) {
  const params = { ...useProject(), id };
  const { data, error, refetch } = useQuery(
    operationQuery('GET /api/0/projects/{org}/{project}/logs/{id}', { params }),
  );
  return (
    <aside className={styles.panel} aria-label="Log" aria-busy={data === undefined}>
      <header className={styles.head}>
        <h2 className={styles.title}>Log</h2>
        <Button tone="quiet" size="small" aria-label="Close the log" onClick={close}>
          <Icon name="close" />
        </Button>
      </header>
      {error !== null ? (
        <ErrorState title="The log could not be loaded" error={error} retry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton height="240px" />
      ) : (
        <>
          <p className={styles.message}>{data.message}</p>
          <CopyButton label="Copy the message" text={data.message} />
          <Facts log={data} />
          <Surroundings id={id} hasTrace={data.traceId !== null} />
        </>
      )}
    </aside>
  );
}

type Log = ResponseOf<'GET /api/0/projects/{org}/{project}/logs/{id}'>;

const Facts = ({ log: data }: { readonly log: Log }) => (
  <KeyValue
    pairs={[
      [
        'Level',
        <span key="l" className={levelClass(data.level)}>
          {data.level}
        </span>,
      ],
      ['Time', <Time key="t" at={data.timestamp} form="full" />],
      ['Arrived', <Time key="a" at={data.receivedAt} form="full" />],
      ['Environment', data.environment],
      ['Release', data.release],
      [
        'Trace',
        data.traceId === null ? null : (
          <Link
            key="trace"
            to={`traces/${encodeURIComponent(data.traceId)}`}
            search={{ span: data.spanId ?? undefined }}
            className={cx(text.link, text.mono)}
          >
            {data.traceId.slice(0, 16)}
          </Link>
        ),
      ],
      [
        'Replay',
        data.replayId === null ? null : (
          <Link key="replay" to={`replays/${encodeURIComponent(data.replayId)}`} className={text.link}>
            {data.replayId.slice(0, 8)}
          </Link>
        ),
      ],
      [
        'User',
        data.user === null ? null : (
          <Link key="user" to={`users/${encodeURIComponent(data.user)}`} className={text.link}>
            {data.user}
          </Link>
        ),
      ],
      ...pairsOf(data.attributes),
      ...pairsOf(data.tags),
    ]}
  />
);

const WITHIN = [
  ['environment', 'of the environment'],
  ['trace', 'of the trace'],
] as const;

function Surroundings({ id, hasTrace }: { readonly id: string; readonly hasTrace: boolean }) {
  const [within, setWithin] = useState<'environment' | 'trace'>(hasTrace ? 'trace' : 'environment');
  const params = { ...useProject(), id };
  const { data, error, refetch } = useQuery(
    operationQuery('GET /api/0/projects/{org}/{project}/logs/{id}/surroundings', {
      params,
      query: { within, limit: 10 },
    }),
  );
  const lines = data === undefined ? [] : [...data.before, data.log, ...data.after];
  return (
    <section className={styles.around} aria-label="Lines around it" aria-busy={data === undefined}>
      <header className={styles.head}>
        <h3 className={styles.subtitle}>Around it</h3>
        {hasTrace ? (
          <Select
            label="Lines"
            hideLabel
            options={WITHIN}
            value={within}
            onPick={(picked) => setWithin(picked === 'trace' ? 'trace' : 'environment')}
          />
        ) : null}
      </header>
      {error !== null ? (
        <ErrorState title="The lines could not be loaded" error={error} retry={() => void refetch()} />
      ) : null}
      <ol className={styles.lines}>
        {lines.map((line) => (
          <li
            key={line.id}
            className={cx(styles.line, line.id === data?.log.id && styles.own)}
            aria-current={line.id === data?.log.id || undefined}
          >
            <Time at={line.timestamp} form="clock" /> <span className={levelClass(line.level)}>{line.level}</span>{' '}
            {line.message}
          </li>
        ))}
      </ol>
    </section>
  );
}
