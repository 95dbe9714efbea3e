import { organizationOfWhole, type Database } from '@sluice/db';
import type { AlertMessage } from '../alertMessage.js';
import type { DeliveryOutcome } from '../decide/deliveryOutcome.js';
import { readUnsubscribeKey, unsubscribeToken } from '../sql/addresses/unsubscribe.js';
import type { ClaimedDelivery } from '../sql/deliveries/claimDeliveries.js';
import { type AlertRecipient, addDeliveryToInbox, readRecipients } from '../sql/deliveries/messageFacts.js';
import { readAssignees, readRequester } from '../sql/deliveries/readAssignees.js';
import type { Recipient } from '../transport/sendMail.js';
import { alertsLink } from '../words/pageUrls.js';
import { countMails, divideByLimits } from './mailLimits.js';
import type { DeliveryDeps, Sending, SendingContext } from './sending.js';

/**
 * Delivers a message to members: to their inbox, and by mail to those who want it, below the limits of mail. Each gets a separate mail with a
 * link to unsubscribe. The inbox comes first: it gets the message even if the mail fails, and a failed mail does not pause the destination.
 */
export async function sendToMembers(
  deps: DeliveryDeps,
  sending: Sending,
  { progress, signal }: SendingContext,
): Promise<DeliveryOutcome | 'stopped'> {
  const { db, hasMail, send, mailLimits } = deps;
  const { delivery, message } = sending;
  const { organizationId, projectId, id, attempt } = delivery;
  const members = await findRecipients(deps, sending);
  const userIds = members.map(({ userId }) => userId);
  await addDeliveryToInbox(db, userIds, { organizationId, projectId, id, attempt, message });
  const mailed = hasMail ? members.filter(({ channel }) => channel === 'mail') : [];
  if (mailed.length === 0) return inboxOnly(members.length);
  const linked = await withLinks(deps, delivery, mailed);
  const left = linked.filter(({ key }) => !(key in progress.settled));
  const { later } = await divideByLimits(db, { organizationId, recipients: left }, mailLimits);
  const recipients = linked.filter((recipient) => !later.includes(recipient));
  if (recipients.length === 0) return inboxOnly(members.length);
  const counted = countMails(db, { organizationId, recipients }, progress);
  const outcome = await send({ kind: 'email', recipients }, message, { progress: counted, signal });
  if (outcome === 'stopped' || outcome.result === 'retry') return outcome;
  // An address that is refused is a problem of its member; the inbox has the message.
  if (outcome.result === 'dead') return { ...outcome, scope: 'message' };
  return { ...outcome, response: `emailed to ${membersText(recipients.length)}` };
}

async function findRecipients(
  { db }: DeliveryDeps,
  { delivery, destination, message }: Sending,
): Promise<readonly AlertRecipient[]> {
  const { organizationId, projectId } = delivery;
  const { audience = 'owners' } = destination.config;
  const assigneeIds = audience === 'assignee' ? await findAssignees(db, delivery, message) : [];
  return readRecipients(db, { organizationId, projectId, audience, assigneeIds });
}

/** By the message, which a delivery that sends it again has, too. All of its firings have one assignee; a test has none. */
async function findAssignees(
  db: Database,
  { projectId, id }: ClaimedDelivery,
  { state, items }: AlertMessage,
): Promise<readonly string[]> {
  if (state === 'test') return readRequester(db, { projectId, id });
  const firingIds = items.map(({ firingId }) => firingId);
  return [...new Set((await readAssignees(db, { projectId, firingIds })).values())];
}

const inboxOnly = (count: number): DeliveryOutcome => ({
  result: 'sent',
  status: null,
  tookMs: 0,
  response: `added to the inbox of ${membersText(count)}`,
  problem: count === 0 ? 'no member receives it' : null,
});

/** Returns the recipients of mails, each with the link that ends their own. */
async function withLinks(
  { db, publicUrl }: DeliveryDeps,
  { organizationId, projectId, destinationId }: ClaimedDelivery,
  members: readonly AlertRecipient[],
): Promise<readonly Recipient[]> {
  const key = await readUnsubscribeKey(db, { organizationId, destinationId });
  const project = organizationOfWhole(projectId) === undefined ? projectId : '0';
  return members.map(({ userId, email }) => {
    if (key === undefined || publicUrl === undefined) return { key: userId, address: email };
    const token = unsubscribeToken(key, { organizationId, destinationId, userId, projectId: project });
    return { key: userId, address: email, unsubscribeUrl: alertsLink(publicUrl, 'unsubscribe', token) };
  });
}

const membersText = (count: number): string => (count === 1 ? '1 member' : `${count} members`);
