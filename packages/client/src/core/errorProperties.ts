import type { Contexts } from './event.js';
import { normalize } from './normalize.js';
import type { ClientOptions } from './options.js';
import { unlessSecret } from './unlessSecret.js';

type BeforeSend = NonNullable<ClientOptions['beforeSend']>;

/** Maximum properties per error. */
const MOST_PROPERTIES = 20;
const MOST_CHARACTERS = 2_048;
/** Maximum depth: the error and its causes. */
const MOST_ERRORS = 3;
const NAME = /^[\w.$-]{1,64}$/;

/** Properties that the payload already contains. */
const KNOWN = new Set(['name', 'message', 'stack', 'cause', 'errors']);

/**
 * Returns a `beforeSend` that adds properties of a thrown error to the contexts: `error.code`, `error.status`, and
 * `error.cause.code` for causes. It reads own properties without getters: numbers, booleans, dates, and strings that classify
 * the error (`code`, `syscall`, `statusText`, `constraint`, …), never ones that may quote input. Properties named like secrets
 * are `[secret]`. At most 20 properties per error in 2,048 characters.
 *
 * @param next called for every event afterwards
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
    // A proxy or getter threw: keep what was read.
  }
  return contexts;
}

function readProperties(error: Error): object {
  const names = Object.keys(error).filter((name) => NAME.test(name) && !KNOWN.has(name));
  const own = names
    .map((name) => [name, Object.getOwnPropertyDescriptor(error, name)?.value] as [string, unknown])
    .filter(([name, value]) => isReported(name, value))
    .slice(0, MOST_PROPERTIES);
  return normalize(Object.fromEntries(own), {
    characters: MOST_CHARACTERS,
    get: (object, key) => unlessSecret(key, object[key as never]),
  }) as object;
}

/** Strings that classify an error. Others may quote user input, such as values of a query, header or body. */
const TEXTS = new Set([
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
  'severity',
  'schema',
  'table',
  'column',
  'constraint',
  'dataType',
  'routine',
  'digest',
]);

const isReported = (name: string, value: unknown): boolean =>
  /^(?:number|boolean|bigint)$/.test(typeof value) ||
  value instanceof Date ||
  (typeof value === 'string' && TEXTS.has(name));
