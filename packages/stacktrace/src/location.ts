/** Where a call is, as an engine prints it. */
export interface Location {
  readonly file: string;
  readonly line: number | null;
  readonly column: number | null;
}

/** More digits are no line. */
const MAX_DIGITS = 9;

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/** `file:12:34` → file, 12, 34; `file:12` → file, 12, `null`; a text without a position is a file. */
export function readLocation(text: string): Location {
  const last = splitNumber(text);
  if (last === undefined) return { file: text, line: null, column: null };
  const before = splitNumber(last.rest);
  return before === undefined
    ? { file: last.rest, line: last.value, column: null }
    : { file: before.rest, line: before.value, column: last.value };
}

const WASM = /:(wasm-function\[\d{1,9}\])(?::0x[\da-f]{1,12}|:\d{1,9}(?::\d{1,9})?)?$/;

/** A function of WebAssembly and its module. */
export interface WasmPlace {
  readonly file: string;
  /** `wasm-function[12]` */
  readonly unnamed: string;
}

/** Reads `wasm://wasm/00a1:wasm-function[12]:0x34`: the offset is a byte's, not a line. `undefined` for other places. */
export function readWasm(place: string): WasmPlace | undefined {
  const found = WASM.exec(place);
  return found === null ? undefined : { file: place.slice(0, found.index), unnamed: found[1] ?? '' };
}

/** `a:12` → `a` and 12. Zero is a number that no engine prints: it is `null`. */
function splitNumber(text: string): { readonly rest: string; readonly value: number | null } | undefined {
  let start = text.length;
  while (start > 0 && isDigit(text.charCodeAt(start - 1)) && text.length - start <= MAX_DIGITS) start--;
  const digits = text.length - start;
  if (digits === 0 || digits > MAX_DIGITS || text[start - 1] !== ':') return undefined;
  return { rest: text.slice(0, start - 1), value: positive(Number(text.slice(start))) };
}

/** Returns a line or column that counts from 1; `null` for everything else. */
export const positive = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : null;
