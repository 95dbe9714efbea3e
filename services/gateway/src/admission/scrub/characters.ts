/** ASCII characters, by their codes. A table is faster than a regular expression, and it is used for every character. */
export type Characters = Uint8Array;

/** Those that an expression matches. */
export const charactersOf = (expression: RegExp): Characters =>
  Uint8Array.from({ length: 128 }, (_, code) => (expression.test(String.fromCharCode(code)) ? 1 : 0));

/** Whether one of them stands there; false outside of the text. */
export function is(characters: Characters, text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  // Looks beyond a table are slow ones.
  return code < 128 && characters[code] === 1;
}
