import { getsAlerts, readAddressStatus } from '../sql/addresses/addressStatus.js';
import { confirmationToken } from '../sql/addresses/addressTokens.js';
import { readUnsubscribeKey } from '../sql/addresses/unsubscribe.js';
import { addressToken } from '../sql/addresses/unsubscribeAddress.js';
import type { AlertDestination } from '../sql/deliveries/destination.js';
import type { Recipient } from '../transport/sendMail.js';
import { alertsLink } from '../words/pageUrls.js';
import type { DeliveryDeps } from './sending.js';

/**
 * Returns the recipients of a destination `email`: its addresses that get alerts, each with the link that ends them. An address
 * from before addresses had to confirm also gets the link to confirm.
 */
export async function addressRecipients(
  { db, publicUrl, clock }: DeliveryDeps,
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
    const unsubscribeUrl = alertsLink(publicUrl, 'unsubscribe', addressToken(key, link));
    if (status.until === null) return [{ key: address, address, unsubscribeUrl }];
    const url = alertsLink(publicUrl, 'confirm', confirmationToken(key, { ...link, askedMs: clock() }));
    return [{ key: address, address, unsubscribeUrl, confirm: { url, until: status.until } }];
  });
}
