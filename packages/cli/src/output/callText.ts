import { text } from './cells.js';

/** A code position; fields may be missing. */
export interface Call {
  readonly function: unknown;
  readonly file: unknown;
  readonly line: unknown;
  readonly column: unknown;
}

/** Formats a call as V8 does after `at`: `load (src/cart.ts:10:3)`; without a name `src/cart.ts:10:3`; without a file `<anonymous>`. */
export function callText({ function: name, file, line, column }: Call): string {
  const position = [line, column].filter((part) => part !== null && part !== undefined).map((part) => text(part));
  const where = [isMissing(file) ? '<anonymous>' : text(file), ...position].join(':');
  return isMissing(name) ? where : `${text(name)} (${where})`;
}

const isMissing = (value: unknown): boolean => value === null || value === undefined || value === '';
