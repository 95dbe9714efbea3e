import { NONE_CONFIRMED } from '../addresses/pauseReasons.js';
import type { DeliveryOutcome } from '../decide/deliveryOutcome.js';
import { addressRecipients } from './addressRecipients.js';
import { countMails, divideByLimits } from './mailLimits.js';
import type { DeliveryDeps, Sending, SendingContext } from './sending.js';

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
 * Mails a message to the addresses of a destination that get alerts. Without such an address, the result pauses the destination until one confirms.
 * Recipients who have reached a limit get it in the `next hour`, unless it is a test. The result for the others is recorded before.
 */
export async function sendToAddresses(
  deps: DeliveryDeps,
  { delivery, destination, message }: Sending,
  { progress, signal }: SendingContext,
): Promise<DeliveryOutcome | PartlySent | 'stopped' | 'next hour'> {
  const { db, send, mailLimits } = deps;
  const { organizationId } = destination;
  const recipients = await addressRecipients(deps, destination);
  if (recipients.length === 0) return refused(NONE_CONFIRMED);
  const left = recipients.filter(({ key }) => !(key in progress.settled));
  const { now, later } = await divideByLimits(db, { organizationId, recipients: left }, mailLimits);
  const isTest = delivery.kind === 'test';
  if (now.length === 0 && later.length > 0)
    return isTest ? refused('the limit of alerts by email is reached for this hour') : 'next hour';
  const due = recipients.filter((recipient) => !later.includes(recipient));
  const counted = countMails(db, { organizationId, recipients }, progress);
  const outcome = await send({ kind: 'email', recipients: due }, message, { progress: counted, signal });
  if (outcome === 'stopped' || outcome.result === 'retry' || later.length === 0 || isTest) return outcome;
  // The others may accept it: one such message alone does not pause the destination.
  return { partly: outcome.result === 'dead' ? { ...outcome, scope: 'message' } : outcome };
}
