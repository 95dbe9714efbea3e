/** The search parameters of a URL. Every value is text, so that `?query=123` stays what was typed. */
export type Search = Readonly<Record<string, string>>;

/** Returns the parameters of a query string; of a repeated one, the last. */
export const parseSearch = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text));

/** Returns the query string with its question mark, without empty and undefined values; an empty string without any. */
export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (typeof value === 'string' && value !== '') parameters.set(name, value);
  }
  const text = parameters.toString();
  // These characters need no escape in a query, and people read these URLs.
  return text === ''
    ? ''
    : `?${text.replace(/%3A/g, ':').replace(/%2F/g, '/').replace(/%40/g, '@').replace(/%2C/g, ',')}`;
}
