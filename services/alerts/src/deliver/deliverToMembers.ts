import type { AlertMessage, Delivery } from '@sluice/alerts';
import {
  addToInbox,
  readDeliveryFirings,
  readRecipients,
  readUnsubscribeKey,
  storeMessage,
  unsubscribeToken,
  type AlertDestination,
  type AlertRecipient,
  type ClaimedDelivery,
  type Database,
  type DeliveryOutcome,
} from '@sluice/db';

/** Delivers a message to members: to their inbox, and by mail to those who want it, if a mail server is configured. */
export type MemberDelivery = (sending: {
  readonly delivery: ClaimedDelivery;
  readonly destination: AlertDestination;
  readonly message: AlertMessage;
}) => Promise<DeliveryOutcome>;

/** Dependencies. */
export interface MemberDeliveryDeps {
  readonly db: Database;
  readonly delivery: Delivery;
  /** Whether a mail server and a public address are configured; otherwise the inbox is all. */
  readonly hasMail: boolean;
  readonly publicUrl: string | undefined;
}

/** A message, and the users who have got its mail in earlier attempts. */
type StoredMessage = AlertMessage & { readonly mailedTo?: readonly string[] };

/**
 * Creates the delivery to members. Each gets a mail of their own, with their own link to end it. Who got one is stored with the message
 * after each mail, so that a repeated attempt mails only to the others.
 */
export function createMemberDelivery(deps: MemberDeliveryDeps): MemberDelivery {
  return async ({ delivery, destination, message }) => {
    const { mailedTo = [], ...shown } = message as StoredMessage;
    const recipients = await findRecipients(deps, delivery, destination);
    await addToInbox(
      deps.db,
      recipients.map(({ userId }) => userId),
      { organizationId: delivery.organizationId, projectId: delivery.projectId, id: delivery.id, message: shown },
    );
    if (!deps.hasMail) return inboxOnly(recipients.length);
    const waiting = recipients.filter(({ userId, channel }) => channel === 'mail' && !mailedTo.includes(userId));
    return mailAll(deps, { delivery, destination, message: shown }, { waiting, mailedTo });
  };
}

async function findRecipients(
  { db }: MemberDeliveryDeps,
  delivery: ClaimedDelivery,
  { config: { audience = 'owners' } }: AlertDestination,
): Promise<readonly AlertRecipient[]> {
  const { organizationId, projectId } = delivery;
  const firings = audience === 'assignee' ? await readDeliveryFirings(db, delivery) : [];
  const assigneeIds = firings.map(({ details }) => details['assigneeId']).filter((id) => typeof id === 'string');
  return readRecipients(db, { organizationId, projectId, audience, assigneeIds });
}

const inboxOnly = (count: number): DeliveryOutcome => ({
  ...{ result: 'sent', status: null, tookMs: 0, response: `added to the inbox of ${count} members` },
  problem: count === 0 ? 'no member receives it' : null,
});

type Sending = Parameters<MemberDelivery>[0];

async function mailAll(
  deps: MemberDeliveryDeps,
  sending: Sending,
  { waiting, mailedTo }: { readonly waiting: readonly AlertRecipient[]; readonly mailedTo: readonly string[] },
): Promise<DeliveryOutcome> {
  const mailed = [...mailedTo];
  const failures: DeliveryOutcome[] = [];
  let tookMs = 0;
  for (const recipient of waiting) {
    const outcome = await mailOne(deps, sending, recipient);
    tookMs += outcome.tookMs;
    if (outcome.result === 'sent') {
      mailed.push(recipient.userId);
      const { db } = deps;
      if (!(await storeMessage(db, sending.delivery, { ...sending.message, mailedTo: mailed }))) break;
    } else failures.push(outcome);
  }
  // A refused address is a problem of one member, and of no other: it neither pauses the destination nor is it tried for days.
  const again = failures.find(({ result }) => result === 'retry');
  if (again !== undefined) return { ...again, tookMs };
  const problem = failures.map((failure) => failure.problem).join('; ') || null;
  return {
    result: 'sent',
    status: mailed.length === 0 ? null : 250,
    tookMs,
    problem,
    response: `mailed to ${mailed.length} members`,
  };
}

async function mailOne(
  { db, delivery, publicUrl }: MemberDeliveryDeps,
  { delivery: { organizationId, projectId, destinationId }, message }: Sending,
  { email, userId }: AlertRecipient,
): Promise<DeliveryOutcome> {
  const key = await readUnsubscribeKey(db, { organizationId, destinationId });
  const project = projectId.startsWith('-') ? '0' : projectId;
  const token =
    key === undefined
      ? undefined
      : unsubscribeToken(key, { organizationId, destinationId, userId, projectId: project });
  const unsubscribeUrl =
    token === undefined || publicUrl === undefined
      ? undefined
      : `${publicUrl.replace(/\/+$/, '')}/api/0/alerts/unsubscribe?token=${encodeURIComponent(token)}`;
  return delivery.deliver({ kind: 'email', config: { addresses: [email] }, secrets: {}, unsubscribeUrl }, message);
}
