import type { ResponseOf } from '../../api/callApi';
import { Badge, type BadgeTone } from '../../components/Badge';
import { CodeBlock } from '../../components/CodeBlock';
import { Time } from '../../components/Time';
import { capitalize } from '../../lib/capitalize';
import { formatDuration } from '../../lib/format';
import text from '../../styles/text.module.css';
import styles from './Alerts.module.css';

type Attempt = ResponseOf<'GET /api/0/organizations/{org}/alerts/deliveries/{deliveryId}'>['log'][number];

const RESULTS: Readonly<Record<Attempt['result'], readonly [BadgeTone, string]>> = {
  sent: ['good', 'sent'],
  retry: ['warn', 'failed'],
  dead: ['bad', 'refused permanently'],
};

/** An inbox and a mail server have no status: what they answered is below. */
function answerText({ status, result }: Pick<Attempt, 'status' | 'result'>): string {
  if (status !== null) return `answer ${status}`;
  return result === 'sent' ? '' : 'no answer';
}

/** What the receiver answered to each attempt, the first one first. */
export function AttemptList({ attempts }: { readonly attempts: readonly Attempt[] }) {
  if (attempts.length === 0) return <p className={text.quiet}>Not attempted yet.</p>;
  return (
    <ol className={styles.attempts}>
      {attempts.map(({ attempt, at, tookMs, status, result, problem, response }) => {
        const [tone, words] = RESULTS[result];
        return (
          <li key={attempt} className={styles.attempt}>
            <div className={styles.attemptHead}>
              <strong>{attempt}.</strong>
              <Badge tone={tone}>{words}</Badge>
              <span>{problem === null ? answerText({ status, result }) : capitalize(problem)}</span>
              <span className={text.quiet}>
                <Time at={at} form="full" />, {formatDuration(tookMs)}
              </span>
            </div>
            {response === null || response === '' ? null : (
              <CodeBlock label={`Answer to attempt ${attempt}`} code={response} canCopy={false} />
            )}
          </li>
        );
      })}
    </ol>
  );
}
