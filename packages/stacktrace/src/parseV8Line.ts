import type { Call } from './frameOf.js';
import { readLocation, readWasm } from './location.js';

/** Placeholders of V8 for a location. */
const NOWHERE = /^(?:<anonymous>|native|native code|unknown location|unknown source|index \d{1,9})$/;

/** How a place begins, unless it is a relative path. */
const PLACE = /^(?:[a-z][\w+.-]{1,40}:|\/|\\\\|[a-z]:[\\/]|<|eval at |native|address at |index \d)/i;

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

/**
 * Names and places may contain parentheses: the one that the last one closes opens the place, or else the first one preceded by a
 * blank. A URL without a name has none of its own.
 */
function openParenthesis(text: string): number {
  const apart = text.indexOf(' (');
  if (apart < 0) return /^[a-z][\w+.-]{0,40}:\/\//i.test(text) ? -1 : text.indexOf('(');
  const pair = opening(text);
  const isPair = text[pair - 1] === ' ' && (PLACE.test(text.slice(pair + 1)) || !PLACE.test(text.slice(apart + 2)));
  return isPair ? pair : apart + 1;
}

/** The parenthesis that the last character closes; -1 if they do not match. */
function opening(text: string): number {
  let depth = 0;
  for (let at = text.length - 1; at >= 0; at--) {
    if (text[at] === ')') depth++;
    else if (text[at] === '(' && --depth === 0) return at;
  }
  return -1;
}

function callOf(name: string, place: string): Call | undefined {
  if (place.startsWith('eval at ')) return evaluated(name, place);
  const text = place.replace(/^address at /, '');
  if (NOWHERE.test(text)) return { function: clean(name), file: wordFor(text), line: null, column: null };
  const wasm = readWasm(text);
  if (wasm !== undefined)
    return { function: name === '' ? wasm.unnamed : clean(name), file: wasm.file, line: null, column: null };
  const location = readLocation(text);
  if (location.line === null || location.file === '') return undefined;
  return { function: clean(name), ...location };
}

/** `eval at a (eval at b (x.js:1:2), <anonymous>:3:4), <anonymous>:5:6` → `x.js:1:2`; a named script is its own place. */
function evaluated(name: string, place: string): Call | undefined {
  const comma = place.lastIndexOf(', ');
  const own = place.slice(comma + 2);
  if (comma >= 0 && !own.startsWith('<anonymous>')) return callOf(name, own);
  const open = place.indexOf(' (', place.lastIndexOf('eval at '));
  const close = place.indexOf(')', open);
  if (open < 0 || close < 0) return callOf(name, '<anonymous>');
  const call = callOf(name, place.slice(open + 2, close));
  if (call !== undefined) return call;
  // A path with parentheses: the place ends at the first one behind a position.
  const end = /:\d{1,9}\)/.exec(place.slice(open));
  const longer = end === null ? undefined : callOf(name, place.slice(open + 2, open + end.index + end[0].length - 1));
  return longer === undefined ? undefined : { ...longer, isNew: true };
}

const wordFor = (place: string): string => (place.startsWith('native') ? place : '<anonymous>');

const clean = (name: string): string =>
  /^(?:<anonymous>|anonymous|Anonymous function|Global code)$/.test(name) ? '' : name;
