import { redactValues } from './redactValues.js';

/** How far causes are followed. */
const MOST_CAUSES = 4;

/** Credentials in an address, whether it is whole or not; a password may hold an `@`. */
const CREDENTIALS = /\/\/[^\s/]+@/g;

/** `text` with user and password of every address in it hidden. */
export const redactCredentials = (text: string): string => text.replace(CREDENTIALS, '//…@');

/**
 * What may be logged of whatever was thrown: type, message, stack, code and causes. Drivers put more into their errors: the
 * arguments of the command that failed (a password, a whole job), the row that could not be stored. Of a message are left
 * out credentials of addresses, and values where it is known to quote them.
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

/** What stands before the message in a stack: `TypeError: `, `Error [ERR_SOCKET]: `. */
const NAME = /^[\w$.]*(?: \[\w+\])?: $/;

/** The stack with the message as it is shown. It begins with that, or with an earlier one, of which nothing is known. */
function loggableStack({ name, message, stack = '' }: Error, shown: string): string {
  const at = stack.indexOf(message);
  const [before, after] = [stack.slice(0, Math.max(at, 0)), stack.slice(at + message.length)];
  if (NAME.test(before) && /^(?:\n|$)/.test(after)) return `${before}${shown}${after}`;
  const frames = stack.split('\n').filter((line) => /^ {4}at /.test(line));
  return [`${name}: ${shown}`, ...frames].join('\n');
}
