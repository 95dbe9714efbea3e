import type { Database } from '@sluice/db';
import { mailAddress } from '../addresses/mailAddress.js';
import type { Recipient } from '../delivery/deliverMail.js';
import { countMail, readMailCounts } from '../sql/addresses/mailCounts.js';

/** Alerts by mail in an hour: of an organization, and to a mailbox by all organizations. */
export interface MailLimits {
  readonly perOrganization: number;
  readonly perAddress: number;
}

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

/** Counts the mail that a recipient got. */
export const countMailTo = (db: Database, organizationId: string, address: string): Promise<void> =>
  countMail(db, [
    { kind: 'alerts of', key: organizationId },
    { kind: 'alerts to', key: mailAddress(address).mailbox },
  ]);
