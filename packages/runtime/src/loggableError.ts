import { redactValues } from './redactValues.js';

/** Most levels of causes that are logged. */
const MOST_CAUSES = 4;

/** Credentials in a URL, complete or not. A password may contain an `@`. */
const CREDENTIALS = /\/\/[^\s/]+@/g;
/** Option of a URL that is a password. */
const PASSWORD_OPTION = /([?&]\w*password=)[^\s&]+/gi;

/** Returns `text` with user and password of every URL, and passwords in its options, replaced by `…`. */
export const redactCredentials = (text: string): string =>
  text.replace(CREDENTIALS, '//…@').replace(PASSWORD_OPTION, '$1…');

/**
 * Returns the parts of an error that may be logged: type, message, stack, code and causes. Drivers attach more: the
 * arguments of the failed command (a password, a whole job), the row that could not be stored. Credentials of URLs and
 * known quoted values are removed from messages.
 */
export function loggableError(thrown: unknown, causes = MOST_CAUSES): unknown {
  if (!(thrown instanceof Error)) return redactCredentials(String(thrown));
  const { name, stack, cause } = thrown;
  const { code, errors } = thrown as { readonly code?: unknown; readonly errors?: unknown };
  const message = redactValues(thrown);
  const within = (part: unknown): unknown => loggableError(part, causes - 1);
  return {
    type: name,
    message: redactCredentials(message),
    ...(stack === undefined ? {} : { stack: redactCredentials(loggableStack(thrown, message)) }),
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    ...(cause === undefined || causes === 0 ? {} : { cause: within(cause) }),
    ...(Array.isArray(errors) && causes > 0 ? { errors: errors.map(within) } : {}),
  };
}

/** Prefix of the message in a stack: `TypeError: `, `Error [ERR_SOCKET]: `. */
const NAME = /^[\w$.]*(?: \[\w+\])?: $/;

/**
 * Returns the stack with the redacted message. If the stack begins with an earlier, unknown message, only its frames
 * are kept.
 */
function loggableStack({ name, message, stack = '' }: Error, shown: string): string {
  const at = stack.indexOf(message);
  const [before, after] = [stack.slice(0, Math.max(at, 0)), stack.slice(at + message.length)];
  if (NAME.test(before) && /^(?:\n|$)/.test(after)) return `${before}${shown}${after}`;
  const frames = stack.split('\n').filter((line) => /^ {4}at /.test(line));
  return [`${name}: ${shown}`, ...frames].join('\n');
}
