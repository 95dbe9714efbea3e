import { isObject, type Json, type JsonObject } from '@sluice/contract';
import { merge, readPairs, setOwn } from './readValue.js';

/** Who sent the records of a scope. */
export interface Sender {
  /** Contexts of all its events. */
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

/** Returns what the events of a resource have in common. */
export function readResource(resource: unknown): Sender {
  const attributes = readPairs(isObject(resource) ? resource['attributes'] : undefined);
  const contexts: Record<string, Json> = {};
  const rest: Record<string, Json> = {};
  for (const [key, value] of Object.entries(attributes)) {
    if (key === RELEASE || ENVIRONMENT.includes(key)) continue;
    setOwn(OWN_CONTEXT.test(key) ? contexts : rest, key, value);
  }
  const release = textOf(attributes[RELEASE]);
  const environment = ENVIRONMENT.map((name) => textOf(attributes[name])).find((text) => text !== '');
  if (release !== '') contexts['release'] = release;
  if (environment !== undefined) contexts['environment'] = environment;
  if (Object.keys(rest).length > 0) contexts['resource'] = rest;
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
