import type { ResponseOf } from '../../api/callApi';
import type { BadgeTone } from '../../components/Badge';
import { formatDuration } from '../../lib/format';
import type { DestinationKind } from '../alerts/alertTypes';
import { KIND_LABELS } from '../alerts/destinationKinds';

type Detail = ResponseOf<'GET /api/0/organizations/{org}/alerts/deliveries/{deliveryId}'>;

/** How a test went, in words. */
interface DescribedTest {
  readonly tone: BadgeTone;
  readonly word: string;
  readonly text: string;
  /** There is an answer for good. */
  readonly isOver: boolean;
}

/** Returns how a test of a destination went so far. */
export function describeTest(
  { state, log, problem }: Pick<Detail, 'state' | 'log' | 'problem'>,
  kind: DestinationKind,
): DescribedTest {
  const last = log.at(-1);
  const label = KIND_LABELS[kind];
  if (state === 'sent') {
    const answer =
      last?.status === undefined || last.status === null
        ? ''
        : ` ${label} answered ${last.status} in ${formatDuration(last.tookMs)}.`;
    const text = kind === 'members' ? 'The message is in the inbox of those whom it reaches.' : 'The message arrived.';
    return { tone: 'good', word: 'works', text: `${text}${answer}`, isOver: true };
  }
  if (state === 'waiting') {
    if (last === undefined) return { tone: 'info', word: 'sending', text: 'Waiting for an answer.', isOver: false };
    const why = problem ?? 'The first attempt failed.';
    return { tone: 'warn', word: 'failed', text: `${why} It is tried again for a while.`, isOver: false };
  }
  return {
    ...{ tone: 'bad', word: 'failed', isOver: true },
    text: problem ?? `${label} refused the message for good.`,
  };
}
