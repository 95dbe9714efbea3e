import { type Recipient, countMail, mailAddress, readMailCounts } from '@sluice/alerts';
import type { Database } from '@sluice/db';

/** Alerts by mail in an hour: of an organization, and to a mailbox by all organizations. */
export interface MailLimits {
  readonly perOrganization: number;
  readonly perAddress: number;
}

/** Recipients of an organization. */
interface RoomQuery {
  readonly organizationId: string;
  readonly recipients: readonly Recipient[];
}

/** Those who get a mail now, and those for whom a limit of the hour is reached. */
export interface MailRoom {
  readonly now: readonly Recipient[];
  readonly later: readonly Recipient[];
}

/** Divides recipients by what was mailed in the hour. Mails that are being sent at the same time are not counted yet. */
export async function divideByRoom(
  db: Database,
  { organizationId, recipients }: RoomQuery,
  { perOrganization, perAddress }: MailLimits,
): Promise<MailRoom> {
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
