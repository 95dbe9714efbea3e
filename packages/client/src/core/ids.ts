/** A byte in hexadecimal. */
export const hexOf = (byte: number): string => (byte + 256).toString(16).slice(1);

/** So many random bytes, in hexadecimal. */
export const randomHex = (bytes: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), hexOf).join('');
