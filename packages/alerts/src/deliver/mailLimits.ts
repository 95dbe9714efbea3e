import type { Database } from '@sluice/db';
import { mailAddress } from '../addresses/mailAddress.js';
import { countMail, readMailCounts } from '../sql/addresses/mailCounts.js';
import type { Recipient } from '../transport/sendMail.js';
import type { DeliveryProgress } from '../transport/sendParts.js';
import type { MailLimits } from './sending.js';

/** Recipients of an organization. */
interface RecipientQuery {
  readonly organizationId: string;
  readonly recipients: readonly Recipient[];
}

/** Recipients below the limits of the hour, and those who have reached one. */
export interface DividedRecipients {
  readonly now: readonly Recipient[];
  readonly later: readonly Recipient[];
}

/** Divides recipients by what was mailed in the hour. Mails that are being sent at the same time are not counted yet. */
export async function divideByLimits(
  db: Database,
  { organizationId, recipients }: RecipientQuery,
  { perOrganization, perAddress }: MailLimits,
): Promise<DividedRecipients> {
  const [ofOrganization = 0, ...ofAddresses] = await readMailCounts(db, [
    { kind: 'alerts of', key: organizationId },
    ...recipients.map(({ address }) => ({ kind: 'alerts to', key: mailAddress(address).mailbox }) as const),
  ]);
  const hasRoom = recipients.map((_, index) => (ofAddresses[index] ?? 0) < perAddress);
  const now = recipients.filter((_, index) => hasRoom[index]).slice(0, Math.max(0, perOrganization - ofOrganization));
  return { now, later: recipients.filter((recipient) => !now.includes(recipient)) };
}

/** Returns the progress of a delivery that also counts the mails that recipients got. */
export const countMails = (
  db: Database,
  { organizationId, recipients }: RecipientQuery,
  { settled, settle }: DeliveryProgress,
): DeliveryProgress => ({
  settled,
  settlesOnlyPart: true,
  settle: async (key, refusal) => {
    const isSettled = await settle(key, refusal);
    const address = recipients.find((recipient) => recipient.key === key)?.address;
    if (isSettled && refusal === null && address !== undefined)
      await countMail(db, [
        { kind: 'alerts of', key: organizationId },
        { kind: 'alerts to', key: mailAddress(address).mailbox },
      ]);
    return isSettled;
  },
});
