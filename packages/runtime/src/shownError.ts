/** How far causes are followed. */
const MOST_CAUSES = 4;

/** Credentials in an address, whether it is whole or not. */
const CREDENTIALS = /\/\/[^\s/@]{1,512}@/g;

/** `text` with user and password of every address in it hidden. */
export const withoutCredentials = (text: string): string => text.replace(CREDENTIALS, '//…@');

/**
 * What may be logged of whatever was thrown: type, message, stack, code and causes. Drivers put more into their errors: the
 * arguments of the command that failed (a password, a whole job), the row that could not be stored.
 */
export function shownError(thrown: unknown, causes = MOST_CAUSES): unknown {
  if (!(thrown instanceof Error)) return withoutCredentials(String(thrown));
  const { name, message, stack, cause } = thrown;
  const { code, errors } = thrown as { readonly code?: unknown; readonly errors?: unknown };
  const within = (part: unknown): unknown => shownError(part, causes - 1);
  return {
    type: name,
    message: withoutCredentials(message),
    ...(stack === undefined ? {} : { stack: withoutCredentials(stack) }),
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    ...(cause === undefined || causes === 0 ? {} : { cause: within(cause) }),
    ...(Array.isArray(errors) && causes > 0 ? { errors: errors.map(within) } : {}),
  };
}
