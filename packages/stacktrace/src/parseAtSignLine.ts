import type { Call } from './frameOf.js';
import { readLocation, readWasm, type Location } from './location.js';

/** A line of Safari without a location. */
const ALONE = /^(?:\[native code\]|\[wasm code\]|global code|eval code|module code)$/;

/** How a place begins: a scheme, a path, a drive, or one of the engines' own words. */
const PLACE =
  /^(?:[A-Za-z][\w+.-]{0,40}:|\/|\\\\|\[native code\]|\[wasm code\]|<|debugger eval code|self-hosted|\d{1,9}:\d)/;

/** Firefox prints where evaluated code was created: `a.js line 12 > eval line 1 > Function:1:3`. */
const EVALUATED = /^(.*?) line (\d{1,9}) > /;

/**
 * Reads one line of a Firefox or Safari stack: `f@file:1:2`, `@file:1:2`, `file:1:2`, `f@[native code]`, `global code`,
 * `async*f@file:1:2`, and `f@` for code without an address. Code that was evaluated is where `eval` was called, which has a line only. `undefined` where the
 * line is no frame.
 */
export function parseAtSignLine(line: string): Call | undefined {
  const text = line.trim();
  if (ALONE.test(text)) return alone(text);
  const sign = separator(text);
  const name = sign < 0 ? '' : nameOf(text.slice(0, sign));
  const place = text.slice(sign + 1);
  if (ALONE.test(place)) return { ...alone(place), function: name };
  const evaluated = EVALUATED.exec(place);
  if (evaluated !== null) return { function: name, file: evaluated[1] ?? '', line: Number(evaluated[2]), column: null };
  const wasm = sign >= 0 || PLACE.test(place) ? readWasm(place) : undefined;
  if (wasm !== undefined)
    return { function: name === '' ? wasm.unnamed : name, file: wasm.file, line: null, column: null, isNew: true };
  const location = readLocation(place);
  if (location.line === null || !(sign >= 0 || isPlace(place, location)))
    return place === '' && sign > 0 ? { ...alone(place), function: name } : undefined;
  return { function: name, ...location };
}

const alone = (word: string): Call => ({
  function: '',
  file: word.startsWith('[') ? word : '<anonymous>',
  line: null,
  column: null,
});

/** A line without a name is a frame only if it starts like a location: messages may also end with `:12`. */
const isPlace = (place: string, { column }: Location): boolean =>
  PLACE.test(place) || (column !== null && !/\s/.test(place));

/** Names and places may both hold `@`: the first one that a place begins behind, else the last. */
function separator(text: string): number {
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    if (PLACE.test(text.slice(at + 1, at + 60))) return at;
  }
  return text.lastIndexOf('@');
}

/** `setTimeout handler*load`, `async*load` and `async load` → `load`; old engines printed arguments: `load(1)`. */
function nameOf(text: string): string {
  const called = text.slice(text.lastIndexOf('*') + 1).replace(/^async /, '');
  const open = called.indexOf('(');
  const name = open < 0 ? called : called.slice(0, open);
  return /^(?:anonymous|global code|eval code|module code|<anonymous function>)$/.test(name) ? '' : name;
}
