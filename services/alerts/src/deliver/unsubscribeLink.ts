import type { Recipient } from '@sluice/alerts';
import { addressToken, readUnsubscribeKey, type Database, type DestinationKey } from '@sluice/db';

/** Returns the address that ends mail: opened it asks, posted to it does. */
export const unsubscribeLink = (publicUrl: string, token: string): string =>
  `${publicUrl.replace(/\/+$/, '')}/api/0/alerts/unsubscribe?token=${encodeURIComponent(token)}`;

/** Dependencies. */
interface LinkDeps {
  readonly db: Database;
  /** `undefined`: mails have no links. */
  readonly publicUrl: string | undefined;
}

/** Returns the recipients of a destination `email`, each with the link that ends the mail to them. */
export async function addressRecipients(
  { db, publicUrl }: LinkDeps,
  { organizationId, destinationId }: DestinationKey,
  addresses: readonly string[],
): Promise<readonly Recipient[]> {
  const key = await readUnsubscribeKey(db, { organizationId, destinationId });
  return addresses.map((address) => {
    if (key === undefined || publicUrl === undefined) return { key: address, address };
    const token = addressToken(key, { organizationId, destinationId, address });
    return { key: address, address, unsubscribeUrl: unsubscribeLink(publicUrl, token) };
  });
}
