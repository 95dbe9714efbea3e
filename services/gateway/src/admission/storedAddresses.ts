import type { AcceptedEvent, Json, StoreIp } from '@sluice/contract';
import { truncateAddress } from '@sluice/runtime';
import { isIP } from 'node:net';
import { isObject, withField, type UnknownObject } from '../batch/jsonObject.js';

/** Context with the address of the end user, sent by a server for it. Cleaning leaves addresses only. */
export const USER_ADDRESS = 'user.ip_address';

/** Contexts and attributes of logs with addresses of end users: the conventional names of SDKs of Sentry and OpenTelemetry. */
const ADDRESSES = [USER_ADDRESS, 'client.address', 'network.peer.address', 'net.sock.peer.addr', 'http.client_ip'];

/** Headers of a request with addresses of its client, in lower case. */
const ADDRESS_HEADERS = new Set(['forwarded', 'x-forwarded-for', 'x-real-ip', 'cf-connecting-ip', 'true-client-ip']);

/**
 * Returns the event with as much of the addresses in it as the project stores: of {@link ADDRESSES} what the setting `storeIp`
 * leaves, no {@link ADDRESS_HEADERS}, and no `user.ip`, which the server sets. The same event if nothing changes. Like scrubbing, it
 * comes after the verdict.
 */
export function storedAddresses(event: AcceptedEvent, storeIp: StoreIp): AcceptedEvent {
  if (storeIp === 'full') return event;
  const contexts = isObject(event.contexts) ? storedContexts(event.contexts, storeIp) : event.contexts;
  const payload = isObject(event.payload) ? storedAttributes(event.payload, storeIp) : event.payload;
  if (contexts === event.contexts && payload === event.payload) return event;
  return { ...event, ...(contexts === undefined ? {} : { contexts: contexts as Json }), payload } as AcceptedEvent;
}

function storedContexts(contexts: UnknownObject, storeIp: StoreIp): UnknownObject {
  const stored = withStored(without(contexts, 'user.ip'), storeIp);
  const headers = stored['http.headers'];
  if (!isObject(headers)) return stored;
  const names = Object.keys(headers).filter((name) => ADDRESS_HEADERS.has(name.toLowerCase()));
  return names.length === 0 ? stored : withField(stored, 'http.headers', names.reduce(without, headers));
}

function storedAttributes(payload: UnknownObject, storeIp: StoreIp): UnknownObject {
  const { attributes } = payload;
  if (!isObject(attributes)) return payload;
  const stored = withStored(attributes, storeIp);
  return stored === attributes ? payload : withField(payload, 'attributes', stored);
}

const withStored = (object: UnknownObject, storeIp: StoreIp): UnknownObject =>
  ADDRESSES.reduce((stored, name) => {
    const address = stored[name];
    return storeIp === 'truncated' && typeof address === 'string' && isIP(address) !== 0
      ? withField(stored, name, truncateAddress(address))
      : without(stored, name);
  }, object);

const without = (object: UnknownObject, field: string): UnknownObject =>
  object[field] === undefined ? object : withField(object, field, undefined);
