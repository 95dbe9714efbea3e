import type { Database } from '@sluice/db';
import type { Clock } from '@sluice/runtime';
import type { Recipient } from '../delivery/deliverMail.js';
import { getsAlerts, readAddressStatus } from '../sql/addresses/addressStatus.js';
import { confirmationToken } from '../sql/addresses/addressTokens.js';
import { readUnsubscribeKey } from '../sql/addresses/unsubscribe.js';
import { addressToken } from '../sql/addresses/unsubscribeAddress.js';
import type { AlertDestination } from '../sql/deliveries/destination.js';

/** Returns the address that ends mail: opened it asks, posted to it does. */
export const unsubscribeLink = (publicUrl: string, token: string): string =>
  `${publicUrl.replace(/\/+$/, '')}/api/0/alerts/unsubscribe?token=${encodeURIComponent(token)}`;

/** Returns the address that confirms a mail address: opened it asks, posted to by its page it does. */
const confirmLink = (publicUrl: string, token: string): string =>
  `${publicUrl.replace(/\/+$/, '')}/api/0/alerts/confirm?token=${encodeURIComponent(token)}`;

/** Dependencies. */
interface LinkDeps {
  readonly db: Database;
  /** `undefined`: mails have no links. */
  readonly publicUrl: string | undefined;
  readonly clock: Clock;
}

/**
 * Returns the recipients of a destination `email`: its addresses that get alerts, each with the link that ends them. An address
 * from before addresses had to confirm also gets the link to confirm.
 */
export async function addressRecipients(
  { db, publicUrl, clock }: LinkDeps,
  { organizationId, id: destinationId, config, unconfirmed, unconfirmedUntil }: AlertDestination,
): Promise<readonly Recipient[]> {
  const { addresses = [] } = config;
  const states = await readAddressStatus(db, { organizationId, addresses, unconfirmed, unconfirmedUntil });
  const key = await readUnsubscribeKey(db, { organizationId, destinationId });
  return addresses.flatMap((address, index): readonly Recipient[] => {
    const status = states[index];
    if (status === undefined || !getsAlerts(status)) return [];
    if (key === undefined || publicUrl === undefined) return [{ key: address, address }];
    const link = { organizationId, destinationId, address };
    const unsubscribeUrl = unsubscribeLink(publicUrl, addressToken(key, link));
    if (status.until === null) return [{ key: address, address, unsubscribeUrl }];
    const url = confirmLink(publicUrl, confirmationToken(key, { ...link, askedMs: clock() }));
    return [{ key: address, address, unsubscribeUrl, confirm: { url, until: status.until } }];
  });
}
