import { useQuery } from '@tanstack/react-query';
import { operationQuery } from '../../api/operationQuery';
import { Badge } from '../../components/Badge';
import { ErrorState } from '../../components/ErrorState';
import { Link } from '../../components/Link';
import { Section } from '../../components/Section';
import { Skeleton } from '../../components/Skeleton';
import { Time } from '../../components/Time';
import { plural } from '../../lib/format';
import { useProject } from '../../lib/useProject';
import text from '../../styles/text.module.css';
import styles from './SetupPage.module.css';

/** Samples shown here; the page of the usage has all. */
const SHOWN = 8;
const POLL_MS = 5_000;

/** "Why does nothing arrive?": refused origins of the last day and refused events of the last hour, with their reasons. */
export function Refusals() {
  const params = useProject();
  const live = { refetchInterval: POLL_MS };
  const origins = useQuery({
    ...operationQuery('GET /api/0/projects/{org}/{project}/refused/origins', { params }),
    ...live,
  });
  const samples = useQuery({ ...operationQuery('GET /api/0/projects/{org}/{project}/refused', { params }), ...live });
  const error = origins.error ?? samples.error;
  const retry = (): void => void Promise.all([origins.refetch(), samples.refetch()]);
  return (
    <Section title="Why does nothing arrive?" note="refused in the last day">
      {error !== null ? <ErrorState title="Refusals could not be loaded" error={error} retry={retry} /> : null}
      {error === null && (origins.data === undefined || samples.data === undefined) ? <Skeleton width="40ch" /> : null}
      {origins.data !== undefined && samples.data !== undefined ? (
        <ul className={styles.reasons}>
          {origins.data.data.map(({ origin, count, lastHour }) => (
            <li key={origin} className={styles.reason}>
              <span>
                <Badge tone="bad">403 origin</Badge> {origin === '' ? 'Requests without an origin' : origin}:{' '}
                {plural(count, 'request')} refused, last in the hour of <Time at={lastHour} form="full" />.
              </span>
              <Link to="settings/security" className={text.link}>
                Allow this domain
              </Link>
            </li>
          ))}
          {samples.data.data.slice(0, SHOWN).map(({ id, outcome, reason, type, entry, field, problem, time }) => (
            <li key={id} className={styles.reason}>
              <span>
                <Badge tone={outcome === 'invalid' ? 'bad' : 'warn'}>{reason}</Badge> {type}, <Time at={time} />
                {entry === null ? '' : `: dropped by ${entry}`}
                {field === null ? '' : `: ${field} ${problem ?? 'is wrong'}`}
              </span>
              <Link to="usage" className={text.link}>
                See the event
              </Link>
            </li>
          ))}
          {origins.data.data.length + samples.data.data.length === 0 ? <Nothing /> : null}
        </ul>
      ) : null}
    </Section>
  );
}

const Nothing = () => (
  <li className={text.quiet}>
    Nothing was refused. If events are missing, nothing reached this server: check the address in the DSN, the console
    of the page, and whether a content blocker or a firewall is in between.
  </li>
);
