/** So many random bytes, in hexadecimal. */
export function randomHex(bytes: number): string {
  let text = '';
  for (const byte of crypto.getRandomValues(new Uint8Array(bytes))) text += byte.toString(16).padStart(2, '0');
  return text;
}
