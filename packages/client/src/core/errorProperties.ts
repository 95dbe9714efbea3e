import type { Contexts } from './event.js';
import { normalize } from './normalize.js';
import type { ClientOptions } from './options.js';
import { unlessSecret } from './unlessSecret.js';

type BeforeSend = NonNullable<ClientOptions['beforeSend']>;

/** Of each error. */
const MOST_PROPERTIES = 20;
const MOST_CHARACTERS = 2_048;
/** The error itself, and causes. */
const MOST_ERRORS = 3;
const NAME = /^[\w.$-]{1,64}$/;

/** What the payload of an exception has already. */
const KNOWN = new Set(['name', 'message', 'stack', 'cause', 'errors']);

/**
 * Returns a `beforeSend` that adds what a thrown error says of itself to the contexts: `error.code`, `error.status`, and of
 * its causes `error.cause.code`. Read are own properties that are no getters: numbers, booleans and dates, and the texts
 * that say what kind of error it is (`code`, `syscall`, `statusText`, `constraint`, …), never what may quote an input. Those
 * named like secrets are `[secret]`. At most 20 properties of an error, in 2,048 characters.
 *
 * @param next is called for every event afterwards
 */
export const errorProperties =
  (next: BeforeSend = (event) => event): BeforeSend =>
  (event, hint) => {
    if (event.type === 'exception') event.contexts = { ...propertiesOf(hint.error), ...event.contexts };
    return next(event, hint);
  };

function propertiesOf(error: unknown): Contexts {
  const contexts: Contexts = {};
  let prefix = 'error.';
  try {
    for (let [one, left] = [error, MOST_ERRORS]; one instanceof Error && left > 0; one = one.cause, left--) {
      for (const [name, value] of Object.entries(readProperties(one))) contexts[prefix + name] = value;
      prefix += 'cause.';
    }
  } catch {
    // A proxy, or a getter: what was read is told.
  }
  return contexts;
}

function readProperties(error: Error): object {
  const names = Object.keys(error).filter((name) => NAME.test(name) && !KNOWN.has(name));
  const own = names
    .map((name) => [name, Object.getOwnPropertyDescriptor(error, name)?.value] as [string, unknown])
    .filter(([name, value]) => isTold(name, value))
    .slice(0, MOST_PROPERTIES);
  return normalize(Object.fromEntries(own), {
    characters: MOST_CHARACTERS,
    get: (object, key) => unlessSecret(key, object[key as never]),
  }) as object;
}

/** Texts that say what kind of error it is. Others may quote what a user entered: values of a query, a header, a body. */
const TEXTS = new Set([
  ...[
    'code',
    'errno',
    'syscall',
    'signal',
    'hostname',
    'address',
    'status',
    'statusCode',
    'statusText',
    'type',
    'kind',
  ],
  ...['severity', 'schema', 'table', 'column', 'constraint', 'dataType', 'routine', 'digest'],
]);

const isTold = (name: string, value: unknown): boolean =>
  /^(?:number|boolean|bigint)$/.test(typeof value) ||
  value instanceof Date ||
  (typeof value === 'string' && TEXTS.has(name));
