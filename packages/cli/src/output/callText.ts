import { text } from './cells.js';

/** A code position; fields may be missing. */
export interface Call {
  readonly function: unknown;
  readonly file: unknown;
  /** Shown beside the file, or in its place. */
  readonly module?: unknown;
  readonly line: unknown;
  readonly column: unknown;
}

/** Formats a call as V8 does after `at`: `load (src/cart.ts:10:3)`; without a name `src/cart.ts:10:3`; without a file its module, or `<anonymous>`. */
export function callText({ function: name, file, module, line, column }: Call): string {
  const position = [line, column].filter((part) => part !== null && part !== undefined).map((part) => text(part));
  const place = [file, module, '<anonymous>'].find((part) => !isMissing(part));
  const at = [text(place), ...position].join(':');
  const where = isMissing(file) || isMissing(module) ? at : `${at} in ${text(module)}`;
  return isMissing(name) ? where : `${text(name)} (${where})`;
}

const isMissing = (value: unknown): boolean => value === null || value === undefined || value === '';
