/** A byte in hex. */
export const hexOf = (byte: number): string => (byte + 256).toString(16).slice(1);

/** Random bytes in hex. */
export const randomHex = (bytes: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), hexOf).join('');
