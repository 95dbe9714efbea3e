/** A word, and the domain if it is an address. It matches every word, so that its time is linear: no start is tried twice. */
const WORD = /([^\s@<>"'(),;:])[^\s@<>"'(),;:]*(@[^\s@<>"'(),;:]+)?/g;

/** Returns a text in which the addresses of mail are recognizable and no more: `a…@example.com`. */
export const maskAddresses = (text: string): string =>
  text.replace(WORD, (word: string, first: string, domain: string | undefined) =>
    domain === undefined ? word : `${first}…${domain}`,
  );

/** {@link maskAddresses} of a text that may be missing. */
export const maskIfAny = (text: string | null): string | null => (text === null ? null : maskAddresses(text));
