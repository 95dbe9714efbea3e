import type { EnclosingFunction } from '../codec/read/sourceMapIndex.js';
import { kindOfRawName } from './rawName.js';

/** Information about a frame's function. */
export interface FunctionFacts {
  /** As the engine printed it; may be empty. */
  readonly raw: string;
  /** The name in the map's scope information; `null` if it has none. */
  readonly scope: string | null;
  /** The function in the text of the original source; `undefined` if that was not parsed. */
  readonly enclosing: EnclosingFunction | undefined;
  /** The position of the next older call, if known. */
  readonly caller: CallSite | undefined;
}

/** The position of a call. */
export interface CallSite {
  /** The identifier at the position, according to the map. */
  readonly name: string | null;
  /** Whether the map has the source of the position. */
  readonly hasSource: boolean;
  /** The source text from the position on; `undefined` if it was not read. */
  readonly text: string | undefined;
}

/** Characters of a call site's text that are examined. */
export const CALL_CHARACTERS = 120;

/**
 * Returns the name of a frame's function, from the most to the least reliable source:
 *
 * 1. scope information in the map;
 * 2. the declaration in the original source. It takes precedence over the caller, which may use the name of a
 * parameter (`callback()`). An anonymous function gets the name of the nearest enclosing named function, unless the
 * engine printed a name from the source;
 * 3. if the source was not parsed and the engine printed no name, or a minified one: the name at the caller's
 * position, if that is a call;
 * 4. what the engine printed; `null` if that is not a name.
 *
 * Never the name at the frame's own position, which is usually that of the function it calls.
 */
export function functionName({ raw, scope, enclosing, caller }: FunctionFacts): string | null {
  if (scope !== null && isName(scope)) return scope;
  const kind = kindOfRawName(raw);
  const printed = kind === 'none' ? null : raw;
  if (enclosing === undefined) return kind === 'given' ? raw : (calledName(caller, kind) ?? printed);
  // The engine may know the class of a constructor where the source has an anonymous class.
  if (enclosing.own !== null && !(enclosing.own === 'constructor' && kind === 'given')) return enclosing.own;
  if (kind === 'given') return raw;
  return enclosing.isTopLevel ? null : (enclosing.nearest ?? printed);
}

/** `<anonymous>`, `<global>` and similar are not names. */
const isName = (name: string): boolean => name !== '' && !/^<.*>$/.test(name);

function calledName(caller: CallSite | undefined, kind: 'minified' | 'none'): string | null {
  if (caller === undefined || caller.name === null || !isName(caller.name)) return null;
  // Without the source, a call of `load` looks like `cart.load()`, where the name is that of `cart`.
  if (!caller.hasSource) return kind === 'minified' ? caller.name : null;
  return caller.text !== undefined && isCallOf(caller.name, caller.text) ? caller.name : null;
}

const CALL = /^\s{0,40}(?:\?\.)?\s{0,40}(?:<[^()]{0,80}>)?[(`]/;

const isCallOf = (name: string, text: string): boolean =>
  text.startsWith(name) && CALL.test(text.slice(name.length, CALL_CHARACTERS));
