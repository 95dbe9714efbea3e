/**
 * A set of ASCII characters, indexed by code. It is consulted for every character; a table is faster than a regular
 * expression.
 */
export type Characters = Uint8Array;

/** Returns the ASCII characters that an expression matches. */
export const charactersOf = (expression: RegExp): Characters =>
  Uint8Array.from({ length: 128 }, (_, code) => (expression.test(String.fromCharCode(code)) ? 1 : 0));

/** Whether the character at `index` is in the set; false outside the text. */
export function is(characters: Characters, text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  // Reading beyond the end of a typed array is slow.
  return code < 128 && characters[code] === 1;
}
