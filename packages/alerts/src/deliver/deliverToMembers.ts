import type { Sending } from './sending.js';
import { organizationOfWhole, type Database } from '@sluice/db';
import type { AlertMessage } from '../alertMessage.js';
import type { DeliveryOutcome } from '../decide/deliveryOutcome.js';
import type { AttemptContext, Delivery } from '../delivery/createDelivery.js';
import type { Recipient } from '../delivery/deliverMail.js';
import type { DeliveryProgress } from '../delivery/deliverParts.js';
import { readUnsubscribeKey, unsubscribeToken } from '../sql/addresses/unsubscribe.js';
import type { ClaimedDelivery } from '../sql/deliveries/claimDeliveries.js';
import { type AlertRecipient, addDeliveryToInbox, readRecipients } from '../sql/deliveries/messageFacts.js';
import { readAssignees, readRequester } from '../sql/deliveries/readAssignees.js';
import { countMailTo, divideByLimits, type MailLimits } from './mailLimits.js';
import { unsubscribeLink } from './unsubscribeLink.js';

/** Delivers a message to members: to their inbox, and by mail to those who want it, if a mail server is configured. */
export type MemberDelivery = (sending: Sending, context: AttemptContext) => Promise<DeliveryOutcome | 'stopped'>;

/** Dependencies. */
interface MemberDeliveryDeps {
  readonly db: Database;
  readonly delivery: Delivery;
  /** Whether a mail server and a public address are configured; otherwise the inbox is all. */
  readonly hasMail: boolean;
  readonly publicUrl: string | undefined;
  /** Beyond them, members get the inbox only. */
  readonly mailLimits: MailLimits;
}

/**
 * Creates the delivery to members. Each gets a separate mail with a link to unsubscribe. The inbox comes first: it gets the message even if
 * the mail fails, and a failed mail does not pause the destination.
 */
export function createMemberDelivery(deps: MemberDeliveryDeps): MemberDelivery {
  return async ({ delivery, destination, message }, context) => {
    const members = await findRecipients(deps, { delivery, destination, message });
    await addDeliveryToInbox(
      deps.db,
      members.map(({ userId }) => userId),
      {
        organizationId: delivery.organizationId,
        projectId: delivery.projectId,
        id: delivery.id,
        attempt: delivery.attempt,
        message,
      },
    );
    const mailed = deps.hasMail ? members.filter(({ channel }) => channel === 'mail') : [];
    if (mailed.length === 0) return inboxOnly(members.length);
    const linked = await withLinks(deps, delivery, mailed);
    const { organizationId } = delivery;
    const { progress } = context;
    const isLeft = ({ key }: Recipient): boolean => !(key in (progress?.settled ?? {}));
    const divided = await divideByLimits(
      deps.db,
      { organizationId, recipients: linked.filter(isLeft) },
      deps.mailLimits,
    );
    const recipients = linked.filter((recipient) => !divided.later.includes(recipient));
    if (recipients.length === 0) return inboxOnly(members.length);
    const outcome = await deps.delivery.deliver({ kind: 'email', recipients }, message, {
      ...context,
      ...(progress === undefined ? {} : { progress: counting(deps.db, { organizationId, recipients, progress }) }),
    });
    if (outcome === 'stopped') return outcome;
    if (outcome.result === 'retry') return outcome;
    // An address that is refused is a problem of its member; the inbox has the message.
    if (outcome.result === 'dead') return { ...outcome, scope: 'message' };
    return { ...outcome, response: `mailed to ${membersText(recipients.length)}` };
  };
}

async function findRecipients(
  { db }: MemberDeliveryDeps,
  { delivery, destination, message }: Sending,
): Promise<readonly AlertRecipient[]> {
  const { organizationId, projectId } = delivery;
  const { audience = 'owners' } = destination.config;
  const assigneeIds = audience === 'assignee' ? await findAssignees(db, delivery, message) : [];
  return readRecipients(db, { organizationId, projectId, audience, assigneeIds });
}

/** Counts the mails that members got. */
const counting = (
  db: Database,
  {
    organizationId,
    recipients,
    progress,
  }: {
    readonly organizationId: string;
    readonly recipients: readonly Recipient[];
    readonly progress: DeliveryProgress;
  },
): DeliveryProgress => ({
  settled: progress.settled,
  settlesOnlyPart: true,
  settle: async (key, refusal) => {
    const isSettled = await progress.settle(key, refusal);
    const address = recipients.find((recipient) => recipient.key === key)?.address;
    if (isSettled && refusal === null && address !== undefined) await countMailTo(db, organizationId, address);
    return isSettled;
  },
});

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
  { db, publicUrl }: MemberDeliveryDeps,
  { organizationId, projectId, destinationId }: ClaimedDelivery,
  members: readonly AlertRecipient[],
): Promise<readonly Recipient[]> {
  const key = await readUnsubscribeKey(db, { organizationId, destinationId });
  const project = organizationOfWhole(projectId) === undefined ? projectId : '0';
  return members.map(({ userId, email }) => {
    if (key === undefined || publicUrl === undefined) return { key: userId, address: email };
    const token = unsubscribeToken(key, { organizationId, destinationId, userId, projectId: project });
    return { key: userId, address: email, unsubscribeUrl: unsubscribeLink(publicUrl, token) };
  });
}

const membersText = (count: number): string => (count === 1 ? '1 member' : `${count} members`);
