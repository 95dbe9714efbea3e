import type { Sending } from './sending.js';
import type { Database } from '@sluice/db';
import type { Clock } from '@sluice/runtime';
import { NOBODY_LEFT } from '../addresses/nobodyLeft.js';
import type { DeliveryOutcome } from '../decide/deliveryOutcome.js';
import type { AttemptContext, Delivery } from '../delivery/createDelivery.js';
import type { DeliveryProgress } from '../delivery/deliverParts.js';
import { countMailTo, divideByLimits, type MailLimits } from './mailLimits.js';
import { addressRecipients } from './unsubscribeLink.js';

interface AddressDeps {
  readonly db: Database;
  readonly deliver: Delivery['deliver'];
  readonly publicUrl: string | undefined;
  readonly mailLimits: MailLimits;
  readonly clock: Clock;
}

const refused = (problem: string): DeliveryOutcome => ({
  result: 'dead',
  status: null,
  tookMs: 0,
  problem,
  response: null,
});

/** The result for a part of the addresses. The others are due in the next hour. */
export interface PartlySent {
  readonly partly: DeliveryOutcome;
}

/**
 * Mails a message to the addresses of a destination that get alerts. Without one, the destination takes no message until an address confirms.
 * Recipients who have reached a limit get it in the `next hour`, unless it is a test. The result for the others is recorded before.
 */
export async function sendToAddresses(
  { db, deliver, mailLimits, ...links }: AddressDeps,
  { delivery, destination, message }: Sending,
  { progress, signal }: AttemptContext & { readonly progress: DeliveryProgress },
): Promise<DeliveryOutcome | PartlySent | 'stopped' | 'next hour'> {
  const { organizationId } = destination;
  const recipients = await addressRecipients({ db, ...links }, destination);
  if (recipients.length === 0) return refused(NOBODY_LEFT);
  const left = recipients.filter(({ key }) => !(key in progress.settled));
  const { now, later } = await divideByLimits(db, { organizationId, recipients: left }, mailLimits);
  const isTest = delivery.kind === 'test';
  if (now.length === 0 && later.length > 0)
    return isTest ? refused('the limit of alerts by mail is reached for this hour') : 'next hour';
  const counted: DeliveryProgress = {
    settled: progress.settled,
    settlesOnlyPart: true,
    settle: async (key, refusal) => {
      const isSettled = await progress.settle(key, refusal);
      if (isSettled && refusal === null) await countMailTo(db, organizationId, key);
      return isSettled;
    },
  };
  const due = recipients.filter((recipient) => !later.includes(recipient));
  const outcome = await deliver({ kind: 'email', recipients: due }, message, {
    progress: counted,
    ...withSignal(signal),
  });
  if (outcome === 'stopped' || outcome.result === 'retry' || later.length === 0 || isTest) return outcome;
  // The others may accept it: one such message alone does not pause the destination.
  return { partly: outcome.result === 'dead' ? { ...outcome, scope: 'message' } : outcome };
}

const withSignal = (signal: AbortSignal | undefined): Pick<AttemptContext, 'signal'> =>
  signal === undefined ? {} : { signal };
