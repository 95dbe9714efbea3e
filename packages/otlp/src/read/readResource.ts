import { isObject, type Json, type JsonObject } from '@sluice/contract';
import { merge, readPairs, setOwn } from './readValue.js';

/** The sender of the records of a scope. */
export interface Sender {
  /** Contexts of all its events, which share the nested ones. At most 54. */
  readonly contexts: JsonObject;
  /** `javascript` for Node and browsers, otherwise the language as the SDK names it; `undefined` if it is unknown. */
  readonly platform: string | undefined;
}

const RELEASE = 'service.version';
/** The second is the former name. */
const ENVIRONMENT = ['deployment.environment.name', 'deployment.environment'];
const LANGUAGE = 'telemetry.sdk.language';

/** Resource attributes that are contexts of their own; the others are in the context `resource`. */
const OWN_CONTEXT = /^(?:service\.|telemetry\.sdk\.|host\.name$)/;

/** Attributes that are contexts of their own, at most: each event has a copy of these contexts. Further ones are in `resource`. */
const MOST_OWN = 50;

/** Attributes in the context `resource`, at most; further ones are dropped. */
const MOST_NESTED = 200;

/** Returns what the events of a resource have in common. */
export function readResource(resource: unknown): Sender {
  const attributes = readPairs(isObject(resource) ? resource['attributes'] : undefined);
  const contexts: Record<string, Json> = {};
  const nested: Record<string, Json> = {};
  let [own, others] = [0, 0];
  for (const [key, value] of Object.entries(attributes)) {
    if (key === RELEASE || ENVIRONMENT.includes(key)) continue;
    if (own < MOST_OWN && OWN_CONTEXT.test(key)) {
      setOwn(contexts, key, value);
      own += 1;
    } else if (others < MOST_NESTED) {
      setOwn(nested, key, value);
      others += 1;
    }
  }
  const release = textOf(attributes[RELEASE]);
  const environment = ENVIRONMENT.map((name) => textOf(attributes[name])).find((text) => text !== '');
  if (release !== '') contexts['release'] = release;
  if (environment !== undefined) contexts['environment'] = environment;
  if (others > 0) contexts['resource'] = nested;
  return { contexts, platform: platformOf(textOf(attributes[LANGUAGE])) };
}

/** Returns the sender with the scope of the records. */
export function withScope(sender: Sender, scope: unknown): Sender {
  const name = isObject(scope) ? scope['name'] : undefined;
  if (typeof name !== 'string' || name === '') return sender;
  return { ...sender, contexts: merge(sender.contexts, { 'otel.scope.name': name }) };
}

const platformOf = (language: string): string | undefined => {
  if (language === 'nodejs' || language === 'webjs') return 'javascript';
  return language === '' ? undefined : language;
};

const textOf = (value: Json | undefined): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
