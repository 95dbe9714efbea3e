import { useMutation } from '@tanstack/react-query';
import { callApi } from '../../api/callApi';
import { Badge } from '../../components/Badge';
import { Button } from '../../components/Button';
import { Link } from '../../components/Link';
import { Time } from '../../components/Time';
import { capitalize } from '../../lib/capitalize';
import { plural } from '../../lib/format';
import { showToast } from '../../lib/toasts';
import text from '../../styles/text.module.css';
import alerts from '../alerts/Alerts.module.css';
import type { Destination } from '../alerts/alertTypes';
import { useReloadRules } from '../alerts/ruleCalls';
import { destinationState } from './destinationState';

interface Props {
  readonly org: string;
  readonly destination: Destination;
  readonly canChange: boolean;
}

/** Whether messages arrive, and of a paused destination why not, with the button that resumes it. */
export function DestinationStatus({ org, destination, canChange }: Props) {
  const { lastSentAt, failures, lastProblem, pausedAt, pausedReason } = destination;
  switch (destinationState(destination)) {
    case 'works':
      return (
        <span className={alerts.outcome}>
          <Badge tone="good">works</Badge>
          <span className={alerts.small}>last message {lastSentAt === null ? '' : <Time at={lastSentAt} />}</span>
        </span>
      );
    case 'unused':
      return (
        <span className={alerts.outcome}>
          <Badge>nothing sent yet</Badge>
          {canChange ? <span className={alerts.small}>send a test to see whether it works</span> : null}
        </span>
      );
    case 'failing':
      return (
        <span className={alerts.outcome}>
          <Badge tone="bad">failing</Badge>
          {lastProblem === null ? (
            <span className={alerts.small}>
              The last {failures === 1 ? 'message' : plural(failures, 'message')} failed permanently
            </span>
          ) : (
            <Problem org={org} problem={lastProblem} />
          )}
        </span>
      );
    case 'paused':
      return (
        <span className={alerts.outcome}>
          <span>
            <Badge tone="warn">paused</Badge>{' '}
            <span className={alerts.small}>{pausedAt === null ? null : <Time at={pausedAt} />}; its messages wait</span>
          </span>
          {pausedReason === null ? null : <span>{capitalize(pausedReason)}</span>}
          {lastProblem === null ? null : <Problem org={org} problem={lastProblem} />}
          {canChange ? <Resume org={org} destination={destination} /> : null}
        </span>
      );
  }
}

interface ProblemProps {
  readonly org: string;
  readonly problem: NonNullable<Destination['lastProblem']>;
}

/** `Test failed · 404 · 2 min ago`, which opens the delivery, and why. */
const Problem = ({ org, problem: { deliveryId, kind, status, at, problem } }: ProblemProps) => (
  <>
    <span>
      <Link to={`/${org}/settings/alerts`} search={{ tab: 'deliveries', delivery: deliveryId }} className={text.link}>
        {kind === 'test' ? 'Test failed' : 'Message failed'}
      </Link>
      {status === null ? '' : ` · ${status}`} · <Time at={at} />
    </span>
    {problem === null ? null : <span className={alerts.small}>{capitalize(problem)}</span>}
  </>
);

function Resume({ org, destination: { id, name } }: Omit<Props, 'canChange'>) {
  const reload = useReloadRules();
  const resume = useMutation({
    mutationFn: () =>
      callApi('POST /api/0/organizations/{org}/alerts/destinations/{destinationId}/resume', {
        params: { org, destinationId: id },
      }),
    onSuccess: () => {
      showToast({ tone: 'good', text: `${name} is resumed. Waiting messages are being sent.` });
      return reload();
    },
    onError: (error) => showToast({ tone: 'bad', text: `${name} is still paused: ${error.message}` }),
  });
  return (
    <Button size="small" aria-label={`Resume ${name}`} busy={resume.isPending} onClick={() => resume.mutate()}>
      Resume
    </Button>
  );
}
