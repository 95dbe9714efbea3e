import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { operationQuery } from '../../api/operationQuery';
import { Badge } from '../../components/Badge';
import { ErrorState } from '../../components/ErrorState';
import { Link } from '../../components/Link';
import { Section } from '../../components/Section';
import { Skeleton } from '../../components/Skeleton';
import { Time } from '../../components/Time';
import { formatBytes, formatCount } from '../../lib/format';
import { useProject } from '../../lib/useProject';
import text from '../../styles/text.module.css';
import type { Sdk } from './sdks';
import { REASONS } from '../usage/reasons';
import { sumReasons } from '../usage/sumStats';
import styles from './SetupPage.module.css';
import { DAY_MS } from '../../lib/durations';

const POLL_MS = 5_000;

const CAPS = 'GET /api/0/projects/{org}/{project}/caps';
const ORIGINS = 'GET /api/0/projects/{org}/{project}/refused/origins';
const STATS = 'GET /api/0/projects/{org}/{project}/stats';

/** What was refused in the last day, by origin and by reason, each with its rule and its remedy; "Why does nothing arrive?" while nothing was stored. Below it, what is not taken. */
export function Refusals({ sdk }: { readonly sdk: Sdk }) {
  const params = useProject();
  const [from] = useState(() => new Date(Date.now() - DAY_MS).toISOString());
  const live = { refetchInterval: POLL_MS };
  const origins = useQuery({ ...operationQuery(ORIGINS, { params }), ...live });
  const stats = useQuery({ ...operationQuery(STATS, { params, query: { from } }), ...live });
  const error = origins.error ?? stats.error;
  const isLoaded = origins.data !== undefined && stats.data !== undefined;
  const reasons = sumReasons(stats.data?.data ?? []);
  const refused = origins.data?.data ?? [];
  const notTaken = stats.data?.notTaken ?? [];
  const arrives = stats.data?.data.some(({ processed }) => processed > 0) ?? true;
  const hidden = notTaken.length === 0 ? null : <NotTaken items={notTaken} />;
  return (
    <>
      <Section title={titleOf(arrives)} note={arrives ? 'in the last day' : 'refusals of the last day'} isFlush>
        {isLoaded ? (
          refused.length + reasons.length === 0 ? (
            <Nothing reached={arrives ? 'stored' : hidden === null ? 'no' : 'items'} check={sdk.check} />
          ) : (
            <ul>
              {refused.map((one) => (
                <OriginRow key={one.origin} {...one} />
              ))}
              {reasons.map((one) => (
                <ReasonRow key={one.reason} {...one} />
              ))}
            </ul>
          )
        ) : error === null ? (
          <div className={styles.reason}>
            <Skeleton width="40ch" />
          </div>
        ) : (
          <div className={styles.problem}>
            <ErrorState
              title="Refusals could not be loaded"
              error={error}
              retry={() => void Promise.all([origins.refetch(), stats.refetch()])}
            />
          </div>
        )}
      </Section>
      {hidden}
    </>
  );
}

interface OriginProps {
  readonly origin: string;
  readonly count: number;
  readonly lastHour: string;
}

const OriginRow = ({ origin, count, lastHour }: OriginProps) => (
  <li className={styles.reason}>
    <strong className={styles.count}>{formatCount(count)}</strong>
    <div className={styles.why}>
      <div>
        {count === 1 ? 'request' : 'requests'}{' '}
        {origin === '' ? (
          <>
            without an <code>Origin</code> header: the project has allowed domains.
          </>
        ) : (
          <>
            from <code>{origin}</code>: the origin is not an allowed domain.
          </>
        )}{' '}
        Last seen in the hour of <Time at={lastHour} />.
      </div>
      <div className={styles.remedies}>
        <Badge tone="bad">403</Badge>
        <Link to="settings/security" className={text.link}>
          {origin === '' ? 'Use a server key, or allow such requests' : 'Allow this domain'}
        </Link>
      </div>
    </div>
  </li>
);

interface ReasonProps {
  readonly reason: string;
  readonly count: number;
  readonly types: readonly string[];
}

function ReasonRow({ reason, count, types }: ReasonProps) {
  const { org } = useProject();
  const facts = REASONS[reason];
  return (
    <li className={styles.reason}>
      <strong className={styles.count}>{formatCount(count)}</strong>
      <div className={styles.why}>
        <div>
          {eventsOf(types, count)} {count === 1 ? 'was' : 'were'} {facts?.outcome ?? 'refused'}. {facts?.rule}
          <Limit reason={reason} />
        </div>
        <div className={styles.remedies}>
          <Badge tone={facts?.outcome === 'invalid' ? 'bad' : 'warn'}>{reason}</Badge>
          {facts?.remedy === undefined ? null : (
            <Link to={facts.remedy[0].replace('{org}', org)} className={text.link}>
              {facts.remedy[1]}
            </Link>
          )}
          {reason === 'ip' ? null : (
            <Link
              to="usage"
              search={{ reason, range: undefined, from: undefined, to: undefined }}
              className={text.link}
            >
              See the last ones
            </Link>
          )}
        </div>
      </div>
    </li>
  );
}

interface NotTakenProps {
  readonly items: readonly { readonly name: string; readonly count: number }[];
}

/** Items that SDKs of Sentry send and Sluice does not store. */
const NotTaken = ({ items }: NotTakenProps) => (
  <Section title="Not taken" note="in the last day" isFlush>
    <ul>
      {items.map(({ name, count }) => (
        <li key={name} className={styles.reason}>
          <strong className={styles.count}>{formatCount(count)}</strong>
          <div className={styles.why}>
            <div>
              <code>{name}</code>: Sluice does not store these. Nothing to do.
            </div>
            <div className={styles.remedies}>
              <Link
                to="usage"
                hash="not-taken"
                search={{ range: undefined, from: undefined, to: undefined }}
                className={text.link}
              >
                See them in Stats
              </Link>
            </div>
          </div>
        </li>
      ))}
    </ul>
  </Section>
);

/** `hits`, `exception`, or for several types `events (log, hit)`. */
const eventsOf = (types: readonly string[], count: number): string => {
  const [type = 'event'] = types;
  return types.length > 1 ? `events (${types.join(', ')})` : count === 1 ? type : `${type}s`;
};

/** How much a limit of the hour is, behind its rule. */
function Limit({ reason }: { readonly reason: string }) {
  const params = useProject();
  const isLimit = reason === 'hourly_cap' || reason === 'byte_quota';
  const caps = useQuery({ ...operationQuery(CAPS, { params }), enabled: isLimit });
  if (!isLimit || caps.data === undefined) return null;
  const { events, bytes } = caps.data;
  if (reason === 'byte_quota') return bytes.limit === null ? null : <> It is {formatBytes(bytes.limit)}.</>;
  return events.limit === null ? null : <> It is {formatCount(events.limit)}.</>;
}

const titleOf = (arrives: boolean): string => (arrives ? 'Refused events' : 'Why does nothing arrive?');

/** What of the SDK reached this server. */
const REACHED = {
  stored: 'Nothing was refused. If some events are missing, they did not reach this server.',
  items: 'An SDK reached this server, but sent no event.',
  no: 'No event with a key of this project reached this server.',
};

const Nothing = ({ reached, check }: { readonly reached: keyof typeof REACHED; readonly check: string }) => (
  <p className={styles.nothing}>
    {REACHED[reached]} {check}
  </p>
);
