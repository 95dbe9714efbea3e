/** Type of a captured message. */
export const MESSAGE = 'Message';

/** Returns the title of an exception: `TypeError: no cart`, its type if it has no message, or the text of a captured message. */
export function exceptionTitle({ type, message }: { readonly type: string; readonly message: string }): string {
  if (message === '') return type;
  return type === MESSAGE ? message : `${type}: ${message}`;
}
