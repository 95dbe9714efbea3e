import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ResponseOf } from '../../api/callApi';
import { operationQuery } from '../../api/operationQuery';
import { Badge } from '../../components/Badge';
import { Button } from '../../components/Button';
import { CopyButton } from '../../components/CopyButton';
import { ErrorState } from '../../components/ErrorState';
import { Icon } from '../../components/Icon';
import { KeyValue } from '../../components/KeyValue';
import { Link } from '../../components/Link';
import { Skeleton } from '../../components/Skeleton';
import { Time } from '../../components/Time';
import { exceptionTitle } from '../../lib/exceptionTitle';
import { formatDuration } from '../../lib/format';
import text from '../../styles/text.module.css';
import styles from './SpanPanel.module.css';

interface Props {
  readonly params: { readonly org: string; readonly project: string; readonly traceId: string; readonly uuid: string };
  readonly close: () => void;
}

const NUMBER = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 6 });
const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
const pairsOf = (values: Readonly<Record<string, unknown>>): readonly (readonly [string, ReactNode])[] =>
  Object.entries(values).map(([name, value]) => [name, shown(value)]);

/** The chosen span: its times, metrics, tags and contexts, and the exceptions and logs that happened during it. */
export function SpanPanel({ params, close }: Props) {
  const query = useQuery(
    operationQuery('GET /api/0/projects/{org}/{project}/traces/{traceId}/spans/{uuid}', { params }),
  );
  const { data } = query;
  return (
    <aside className={styles.panel} aria-label="Span" aria-busy={data === undefined}>
      <header className={styles.head}>
        <h2 className={styles.title}>{data?.span.name ?? 'Span'}</h2>
        <Button tone="quiet" size="small" aria-label="Close the span" onClick={close}>
          <Icon name="close" />
        </Button>
      </header>
      {query.error !== null ? (
        <ErrorState title="The span could not be loaded" error={query.error} retry={() => void query.refetch()} />
      ) : data === undefined ? (
        <Skeleton height="240px" />
      ) : (
        <Facts {...data} />
      )}
    </aside>
  );
}

type Data = ResponseOf<'GET /api/0/projects/{org}/{project}/traces/{traceId}/spans/{uuid}'>;

function Facts({ span, exceptions, logs }: Data) {
  return (
    <>
      <KeyValue
        pairs={[
          ['Duration', formatDuration(span.duration)],
          [
            'Status',
            <Badge key="s" tone={span.status === 'error' ? 'bad' : 'plain'}>
              {span.status}
            </Badge>,
          ],
          ['Op', span.op],
          ['Start', <Time key="t" at={span.startTime} form="full" />],
          ['Environment', span.environment],
          ['Release', span.release],
          [
            'Span id',
            <span key="i" className={text.mono}>
              {span.uuid} <CopyButton isIcon label="Copy the span id" text={span.uuid} />
            </span>,
          ],
        ]}
      />
      <Metrics metrics={span.metrics} />
      <Records exceptions={exceptions} logs={logs} />
      {Object.keys(span.tags).length === 0 ? null : (
        <Part title="Tags">
          <KeyValue pairs={pairsOf(span.tags)} />
        </Part>
      )}
      {Object.keys(span.contexts).length === 0 ? null : (
        <Part title="Contexts">
          <KeyValue pairs={pairsOf(span.contexts)} />
        </Part>
      )}
    </>
  );
}

function Metrics({ metrics }: Pick<Data['span'], 'metrics'>) {
  if (Object.keys(metrics).length === 0) return null;
  return (
    <Part title="Metrics">
      <KeyValue
        pairs={Object.entries(metrics).map(([name, value]) => [
          name,
          <Link key={name} to={`metrics/${encodeURIComponent(name)}`} className={text.link}>
            {NUMBER.format(value)}
          </Link>,
        ])}
      />
    </Part>
  );
}

const Records = ({ exceptions, logs }: Pick<Data, 'exceptions' | 'logs'>) => (
  <>
    {exceptions.length === 0 ? null : (
      <Part title="Exceptions">
        <ul className={styles.list}>
          {exceptions.map(({ id, issueId, type, message }) => (
            <li key={id}>
              {issueId === null ? (
                exceptionTitle({ type, message })
              ) : (
                <Link to={`issues/${encodeURIComponent(issueId)}`} className={styles.exception}>
                  {exceptionTitle({ type, message })}
                </Link>
              )}
            </li>
          ))}
        </ul>
      </Part>
    )}
    {logs.length === 0 ? null : (
      <Part title="Logs">
        <ul className={styles.list}>
          {logs.map(({ id, timestamp, level, message }) => (
            <li key={id}>
              <Time at={timestamp} form="clock" />{' '}
              <Badge tone={level === 'error' || level === 'fatal' ? 'bad' : 'plain'}>{level}</Badge> {message}
            </li>
          ))}
        </ul>
      </Part>
    )}
  </>
);

const Part = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section className={styles.part}>
    <h3 className={styles.subtitle}>{title}</h3>
    {children}
  </section>
);
