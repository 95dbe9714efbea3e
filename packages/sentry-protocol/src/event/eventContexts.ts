import { isObject, type UnknownObject } from '@sluice/contract';
import { addressOf, putContext, type Contexts } from '../values/contexts.js';
import { isPlain, objectOf, pairsOf, textOf } from '../values/read.js';
import type { EventFacts } from './eventFacts.js';
import { putRequest } from './putRequest.js';
import { REPLAY_TAG } from './readTags.js';

/**
 * Returns the contexts of an event of any kind. Those with a meaning come first: the server keeps the first 200, and a custom
 * context never replaces them.
 */
export function eventContexts(event: UnknownObject, facts: EventFacts): Contexts {
  const contexts: Contexts = {};
  const given = objectOf(event['contexts']);
  const trace = objectOf(given['trace']);
  putContext(contexts, 'environment', textOf(event['environment']));
  putContext(contexts, 'release', textOf(event['release']));
  putUser(contexts, event['user']);
  putContext(contexts, 'trace.id', textOf(trace['trace_id']));
  putContext(contexts, 'span.id', textOf(trace['span_id']));
  putContext(contexts, 'event.id', facts.id);
  putContext(contexts, 'replay.id', replayIdOf(event, given) ?? facts.replayId);
  putRequest(contexts, event['request']);
  for (const field of ['transaction', 'server_name', 'dist', 'logger'] as const) {
    putContext(contexts, field, textOf(event[field]));
  }
  putSdk(contexts, facts.sdk);
  putNamed(contexts, given);
  const { extra } = event;
  if (isObject(extra) && Object.keys(extra).length > 0) contexts['extra'] ??= extra;
  return contexts;
}

/** Sets name and version of the SDK. */
function putSdk(contexts: Contexts, sdk: UnknownObject | undefined): void {
  putContext(contexts, 'sdk.name', textOf(sdk?.['name']));
  putContext(contexts, 'sdk.version', textOf(sdk?.['version']));
}

function putUser(contexts: Contexts, user: unknown): void {
  if (!isObject(user)) return;
  for (const field of ['id', 'email', 'username', 'name'] as const) {
    putContext(contexts, `user.${field}`, textOf(user[field]));
  }
  putContext(contexts, 'user.ip_address', addressOf(user['ip_address']));
}

function replayIdOf({ tags }: UnknownObject, { replay }: UnknownObject): string | undefined {
  const [, tag] = pairsOf(tags).find(([name]) => name === REPLAY_TAG) ?? [];
  return textOf(tag) ?? textOf(objectOf(replay)['replay_id']);
}

/** Contexts whose plain values become contexts of their own, by the prefix of these. */
const FLAT: ReadonlyMap<string, string> = new Map([
  ['runtime', 'runtime'],
  ['os', 'os'],
  ['browser', 'browser'],
  ['app', 'app'],
  ['device', 'device_info'],
]);

/** Contexts that are read elsewhere. */
const READ: ReadonlySet<string> = new Set(['trace', 'replay', 'feedback']);

function putNamed(contexts: Contexts, given: UnknownObject): void {
  for (const [name, prefix] of FLAT) {
    const facts = objectOf(given[name]);
    for (const key of Object.keys(facts)) {
      if (key !== 'type' && isPlain(facts[key])) putContext(contexts, `${prefix}.${key}`, facts[key]);
    }
  }
  for (const name of Object.keys(given)) {
    const value = given[name];
    const isEmpty = isObject(value) && Object.keys(value).length === 0;
    if (!FLAT.has(name) && !READ.has(name) && !isEmpty && !Object.hasOwn(contexts, name))
      putContext(contexts, name, value);
  }
}
