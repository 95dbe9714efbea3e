import { isObject, type UnknownObject } from '@sluice/contract';
import { addressOf, contextKeyOf, type Contexts } from './contexts.js';

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

/** `browser.web_vital.<name>.value` */
const VITAL = 'browser.web_vital.';
const VALUE = '.value';

/** What becomes of an attribute, by its name. */
export interface AttributeRule {
  /** Whether it is the SDK's own bookkeeping, or would set a prototype. */
  readonly isDropped: boolean;
  /** The attribute as contexts name it. */
  readonly name: string;
  /** Key of the context. */
  readonly key: string;
  /** Whether its value must be an address. */
  readonly isAddress: boolean;
  /** The web vital that it measures. */
  readonly vital: string | undefined;
}

/** Rules of names that were met before: a program uses few, again and again. */
const KNOWN = new Map<string, AttributeRule>();
const MOST_KNOWN = 4_096;
const LONGEST_KNOWN = 100;

/** Returns what becomes of an attribute. */
export function ruleOf(name: string): AttributeRule {
  const known = KNOWN.get(name);
  if (known !== undefined) return known;
  const rule = makeRule(name);
  if (name.length > LONGEST_KNOWN) return rule;
  // Cleared as a whole: no order has to be maintained, and only senders of ever new names pay for it.
  if (KNOWN.size >= MOST_KNOWN) KNOWN.clear();
  KNOWN.set(name, rule);
  return rule;
}

function makeRule(attribute: string): AttributeRule {
  const name = RENAMED.get(attribute) ?? attribute;
  const isBookkeeping = BOOKKEEPING.has(attribute) || PREFIXES.some((prefix) => attribute.startsWith(prefix));
  const isVital = attribute.startsWith(VITAL) && attribute.endsWith(VALUE);
  return {
    isDropped: isBookkeeping || attribute === '__proto__',
    name,
    key: contextKeyOf(name),
    isAddress: attribute === 'user.ip_address',
    vital: isVital ? attribute.slice(VITAL.length, -VALUE.length) : undefined,
  };
}

/** Returns the value of an attribute: of `{ value, type }`, or itself. */
export const valueOfAttribute = (attribute: unknown): unknown =>
  isObject(attribute) && 'value' in attribute ? attribute['value'] : attribute;

/** Sets an attribute as a context; an address only if it is one. */
export function putAttribute(contexts: Contexts, { key, isAddress }: AttributeRule, value: unknown): void {
  const kept = isAddress ? addressOf(value) : value;
  if (kept !== undefined && kept !== null) contexts[key] = kept;
}

/** Sets the attributes of a span of a transaction, whose values have no types, as contexts. Contexts that are set stay. */
export function putData(contexts: Contexts, data: UnknownObject): void {
  for (const name of Object.keys(data)) {
    const rule = ruleOf(name);
    if (!rule.isDropped && !Object.hasOwn(contexts, rule.name)) putAttribute(contexts, rule, data[name]);
  }
}
