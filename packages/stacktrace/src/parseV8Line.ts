import { readLocation, type Location } from './location.js';

/** A call in a line of a stack. */
export interface Call extends Location {
  readonly function: string;
}

/** Placeholders of V8 for a location. */
const NOWHERE = /^(?:<anonymous>|native|native code|unknown location|unknown source|index \d{1,9})$/;

const WASM = /:wasm-function\[\d{1,9}\](?::0x[\da-f]{1,12}|:\d{1,9}(?::\d{1,9})?)?$/;

const START = /^\s*at\s+/;

/** Whether a line opens as V8's frames do, readable or not. */
export const isAtLine = (line: string): boolean => START.test(line);

/**
 * Reads one line of a V8 stack (Chrome, Edge, Node, Hermes; Internet Explorer too): `at f (file:1:2)`, `at file:1:2`,
 * `at async f (…)`, `at new F (…)`, `at Array.map (<anonymous>)`. Code that was evaluated is where `eval` was called.
 * `undefined` where the line is no frame: a place has a position, or is one of the words V8 prints instead of one.
 */
export function parseV8Line(line: string): Call | undefined {
  const start = START.exec(line);
  if (start === null) return undefined;
  // Node prints the properties of an error behind the last frame: `at f (a.js:1:2) {`
  const text = line
    .slice(start[0].length)
    .trim()
    .replace(/ \{$/, '')
    .replace(/^async /, '');
  const open = text.endsWith(')') ? openParenthesis(text) : -1;
  if (open < 0) return callOf('', text);
  return callOf(text.slice(0, open).trim(), text.slice(open + 1, -1));
}

/** A location may contain parentheses, so the first one preceded by a blank opens it; URLs contain none. */
function openParenthesis(text: string): number {
  const apart = text.indexOf(' (');
  if (apart >= 0) return apart + 1;
  return /^[a-z][\w+.-]{0,40}:\/\//i.test(text) ? -1 : text.indexOf('(');
}

function callOf(name: string, place: string): Call | undefined {
  if (place.startsWith('eval at ')) return callOf(name, evaluatedAt(place));
  const text = place.replace(/^address at /, '');
  if (NOWHERE.test(text)) return { function: clean(name), file: wordFor(text), line: null, column: null };
  const wasm = WASM.exec(text);
  if (wasm !== null) return wasmCall(name, text, wasm.index);
  const location = readLocation(text);
  if (location.line === null || location.file === '') return undefined;
  return { function: clean(name), ...location };
}

/** `eval at a (eval at b (x.js:1:2), <anonymous>:3:4), <anonymous>:5:6` → `x.js:1:2`; a named script is its own place. */
function evaluatedAt(place: string): string {
  const comma = place.lastIndexOf(', ');
  const own = place.slice(comma + 2);
  if (comma >= 0 && !own.startsWith('<anonymous>')) return own;
  const innermost = place.lastIndexOf('eval at ');
  const open = place.indexOf(' (', innermost);
  const close = place.indexOf(')', open);
  return open < 0 || close < 0 ? '<anonymous>' : place.slice(open + 2, close);
}

/** `wasm://wasm/00a1:wasm-function[12]:0x34`: the offset is a byte's, not a line. */
function wasmCall(name: string, text: string, at: number): Call {
  const unnamed = text.slice(at + 1, text.indexOf(']', at) + 1);
  return { function: name === '' ? unnamed : clean(name), file: text.slice(0, at), line: null, column: null };
}

const wordFor = (place: string): string => (place.startsWith('native') ? place : '<anonymous>');

const clean = (name: string): string =>
  /^(?:<anonymous>|anonymous|Anonymous function|Global code)$/.test(name) ? '' : name;
