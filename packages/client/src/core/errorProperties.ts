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
 * its causes `error.cause.code`. Texts, numbers, booleans, dates and lists are read, of own properties that are not getters;
 * those named like secrets are `[secret]`. At most 20 properties of an error, in 2,048 characters.
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
    .filter(([, value]) => isPlain(value))
    .slice(0, MOST_PROPERTIES);
  return normalize(Object.fromEntries(own), {
    characters: MOST_CHARACTERS,
    get: (object, key) => unlessSecret(key, object[key as never]),
  }) as object;
}

/** Other objects lead to whole requests and connections. */
const isPlain = (value: unknown): boolean =>
  /^(?:string|number|boolean|bigint)$/.test(typeof value) || value instanceof Date || Array.isArray(value);
