import { isObject, type UnknownObject } from '@sluice/contract';
import { addressOf, putContext, type Contexts } from './contexts.js';

/** Attributes that have another name as contexts. */
const RENAMED: ReadonlyMap<string, string> = new Map([
  ['sentry.release', 'release'],
  ['sentry.environment', 'environment'],
  ['sentry.replay_id', 'replay.id'],
  ['sentry.kind', 'kind'],
  ['sentry.status.message', 'status.message'],
  ['replay_id', 'replay.id'],
  ['user.name', 'user.username'],
]);

/** Attributes with which SDKs keep their own books; those with these prefixes as well. */
const BOOKKEEPING: ReadonlySet<string> = new Set([
  'sentry.exclusive_time',
  'sentry.is_localhost',
  'sentry.op',
  'sentry.origin',
  'sentry.sample_rate',
  'sentry.source',
  'sentry.timestamp.sequence',
  'sentry.trace_lifecycle',
]);
const PREFIXES = ['sentry.sdk.', 'sentry.segment.'];

/** Whether an attribute is the SDK's own bookkeeping. */
export const isBookkeeping = (name: string): boolean =>
  name.startsWith('sentry.') && (BOOKKEEPING.has(name) || PREFIXES.some((prefix) => name.startsWith(prefix)));

/** Returns the context that an attribute becomes. */
export const contextOfAttribute = (name: string): string => RENAMED.get(name) ?? name;

/** Returns the value of an attribute: of `{ value, type }`, or itself. */
export const valueOfAttribute = (attribute: unknown): unknown =>
  isObject(attribute) && 'value' in attribute ? attribute['value'] : attribute;

/** Sets an attribute as a context; an address only if it is one. */
export function putAttribute(contexts: Contexts, name: string, value: unknown): void {
  putContext(contexts, contextOfAttribute(name), name === 'user.ip_address' ? addressOf(value) : value);
}

/** Sets the attributes of a span of a transaction, whose values have no types, as contexts. Contexts that are set stay. */
export function putData(contexts: Contexts, data: UnknownObject): void {
  for (const name of Object.keys(data)) {
    if (!isBookkeeping(name) && !Object.hasOwn(contexts, contextOfAttribute(name)))
      putAttribute(contexts, name, data[name]);
  }
}
