import type { AcceptedEvent, Json, StoreIp } from '@sluice/contract';
import { truncateAddress } from '@sluice/runtime';
import { isObject, withField, type UnknownObject } from '../batch/jsonObject.js';

/** Context with the address of the end user, sent by a server for it. Cleaning leaves addresses only. */
export const USER_ADDRESS = 'user.ip_address';

/**
 * Returns the event with as much of the addresses in its contexts as the project stores: of {@link USER_ADDRESS} what the setting
 * `storeIp` leaves; no `user.ip`, which the server sets. The same event if nothing changes. Like scrubbing, it comes after
 * the verdict.
 */
export function storedAddresses(event: AcceptedEvent, storeIp: StoreIp): AcceptedEvent {
  if (storeIp === 'full' || !isObject(event.contexts)) return event;
  const contexts = withStored(without(event.contexts, 'user.ip'), storeIp);
  return contexts === event.contexts ? event : { ...event, contexts: contexts as Json };
}

function withStored(contexts: UnknownObject, storeIp: StoreIp): UnknownObject {
  const address = contexts[USER_ADDRESS];
  return storeIp === 'truncated' && typeof address === 'string'
    ? withField(contexts, USER_ADDRESS, truncateAddress(address))
    : without(contexts, USER_ADDRESS);
}

const without = (object: UnknownObject, field: string): UnknownObject =>
  object[field] === undefined ? object : withField(object, field, undefined);
