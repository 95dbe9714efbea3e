const ADDRESS = /([^\s@<>"'(),;:])[^\s@<>"'(),;:]*@([^\s@<>"'(),;:]+)/g;

/** Returns a text in which the addresses of mail are recognizable and no more: `a…@example.com`. */
export const maskAddresses = (text: string): string => text.replace(ADDRESS, '$1…@$2');

/** {@link maskAddresses} of a text that may be missing. */
export const maskIfAny = (text: string | null): string | null => (text === null ? null : maskAddresses(text));
