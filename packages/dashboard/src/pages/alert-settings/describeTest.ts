import { DESTINATION_FORMS } from '@sluice/alerts/kinds';
import type { ResponseOf } from '../../api/callApi';
import type { BadgeTone } from '../../components/Badge';
import { formatDuration } from '../../lib/format';
import type { Destination } from '../alerts/alertTypes';

type Detail = ResponseOf<'GET /api/0/organizations/{org}/alerts/deliveries/{deliveryId}'>;

/** How a test went, in words. */
interface DescribedTest {
  readonly tone: BadgeTone;
  readonly word: string;
  readonly text: string;
  /** The answer is final. */
  readonly isOver: boolean;
}

/** Returns how a test of a destination went so far. */
export function describeTest(
  { state, log, problem }: Pick<Detail, 'state' | 'log' | 'problem'>,
  { kind, config }: Pick<Destination, 'kind' | 'config'>,
): DescribedTest {
  const last = log.at(-1);
  const label = DESTINATION_FORMS[kind].label;
  if (state === 'sent' && problem !== null) return { tone: 'warn', word: 'sent', text: problem, isOver: true };
  if (state === 'sent') {
    const answer =
      last?.status === undefined || last.status === null
        ? ''
        : ` ${label} answered ${last.status} in ${formatDuration(last.tookMs)}.`;
    const text = kind === 'members' ? inboxText(config) : 'The message arrived.';
    return { tone: 'good', word: 'works', text: `${text}${answer}`, isOver: true };
  }
  if (state === 'waiting') {
    // A test is one attempt. Another one follows only if its process was stopped before the receiver answered.
    const text = last === undefined ? 'Waiting for an answer.' : `${last.problem ?? 'No answer'}; retrying.`;
    return { tone: 'info', word: 'sending', text, isOver: false };
  }
  return {
    tone: 'bad',
    word: 'failed',
    isOver: true,
    text: problem ?? `${label} refused the message permanently.`,
  };
}

const inboxText = ({ audience }: Destination['config']): string =>
  audience === 'assignee'
    ? 'The message is in your inbox, because a test has no assignee.'
    : 'The message is in the inboxes of its recipients.';
