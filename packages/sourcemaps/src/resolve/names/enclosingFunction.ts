import { CHARACTERS_BACK } from '../../codec/read/contexts.js';
import type { SourceContext } from '../../codec/read/sourceMapIndex.js';
import { openersOf, type Opener } from './openers.js';
import { TokenReader } from './tokenReader.js';
import { tokenize, type Token } from './tokens.js';

/** Lines of source in front of a frame's that are looked at. */
export const LINES_BACK = 60;
/** Looks at tokens that a frame may take, of real code less than half as many; where that is not enough nothing is found. */
const MOST_STEPS = 100_000;

/** The function around a place in a source, as its text says. */
export interface EnclosingFunction {
  /** Whether a function was found around it. */
  readonly isKnown: boolean;
  /** Name of the innermost function; `null` where that has none, or none begins near. */
  readonly own: string | null;
  /** Name of the innermost function that has one; `null` where none near has. */
  readonly nearest: string | null;
  /** Whether the text shows that the place is in no function at all. */
  readonly isTopLevel: boolean;
}

const NOTHING: EnclosingFunction = { isKnown: false, own: null, nearest: null, isTopLevel: false };

/** What the text of sources in other languages says is not known here. */
const OTHER_LANGUAGES =
  /\.(?:coffee|litcoffee|elm|purs|cljs?|cljc|rs|kt|scala|dart|py|rb|go|c|cc|cpp|hs|ml|re|res|fs|css|scss|less|html?|json|wasm|wat)$/i;

/** Whether the text of a source may be read as JavaScript or TypeScript. @param path without query */
export const isReadable = (path: string | null): boolean => path === null || !OTHER_LANGUAGES.test(path);

/**
 * Finds the function declaration around a place in the at most 60 lines in front of it: functions, methods, accessors,
 * constructors (`new Cart`), arrow functions and function expressions that are assigned or are properties. Reads
 * brackets, not grammar, so odd code may give nothing or a function farther out, but never a keyword. Never throws.
 * @param place line from 1, column from 0, of `around.line`
 */
export function enclosingFunction(
  around: SourceContext,
  place: { readonly line: number; readonly column: number },
): EnclosingFunction {
  // A line that was cut is not the line that the column counts in.
  if (place.column > around.line.length) return NOTHING;
  const { text, isWhole } = textBefore(around, place);
  // The word at the place itself may begin a statement, which ends what was before it.
  const openers = openersIn(text + (/^[\p{L}$_]/u.exec(around.line.slice(place.column, place.column + 2))?.[0] ?? ''));
  if (openers === undefined) return NOTHING;
  const innermost = openers.findLastIndex(({ kind }) => kind !== 'other');
  if (innermost < 0) return { ...NOTHING, isTopLevel: isWhole };
  const own = nameOf(openers, innermost);
  let nearest = own;
  for (let at = innermost - 1; nearest === null && at >= 0; at--) nearest = nameOf(openers, at);
  return { isKnown: true, own, nearest, isTopLevel: false };
}

/** What stands in front of a place, as far as it is looked at, and whether that is all of its source. */
function textBefore(
  { before, line }: SourceContext,
  place: { readonly line: number; readonly column: number },
): { readonly text: string; readonly isWhole: boolean } {
  const pieces = [line.slice(Math.max(0, place.column - CHARACTERS_BACK), place.column)];
  let length = place.column;
  let back = 0;
  for (; back < Math.min(before.length, LINES_BACK) && length < CHARACTERS_BACK; back++) {
    const next = before[before.length - 1 - back] ?? '';
    pieces.push(next.slice(-CHARACTERS_BACK));
    length += next.length + 1;
  }
  const text = pieces.reverse().join('\n').slice(-CHARACTERS_BACK);
  return { text, isWhole: length <= CHARACTERS_BACK && back === place.line - 1 };
}

/** A constructor is named for its class, as engines do, and so is what runs with it: values of fields. */
function nameOf(openers: readonly Opener[], at: number): string | null {
  const opener = openers[at];
  if (opener === undefined || opener.kind === 'other') return null;
  if (opener.kind === 'function' && !opener.isConstructor) return opener.name;
  let owner = at;
  while (owner >= 0 && openers[owner]?.kind !== 'class') owner--;
  const name = openers[owner]?.name ?? null;
  return name === null ? opener.name : `new ${name}`;
}

/** `undefined` where the text cannot be understood. */
function openersIn(text: string): readonly Opener[] | undefined {
  const start = endOfComment(text);
  const read = tokenize(text.slice(start));
  if (read.isCode) return openersOfTokens(read.tokens);
  // The place is code, so the text began within a template.
  const quote = text.indexOf('`', start);
  const again = tokenize(text.slice(quote + 1));
  return quote >= 0 && again.isCode ? openersOfTokens(again.tokens) : undefined;
}

const openersOfTokens = (tokens: readonly Token[]): readonly Opener[] | undefined =>
  openersOf(new TokenReader(tokens, MOST_STEPS));

/** Behind the comment that a text begins in the middle of; 0 where it begins with code. */
function endOfComment(text: string): number {
  const end = text.indexOf('*/');
  const start = text.indexOf('/*');
  if (end < 0 || (start >= 0 && start <= end)) return 0;
  const lineStart = text.lastIndexOf('\n', end) + 1;
  return /^\s*\*/.test(text.slice(lineStart, end + 1)) || lineStart === 0 ? end + 2 : 0;
}
