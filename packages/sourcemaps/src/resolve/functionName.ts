import type { EnclosingFunction } from '../codec/read/sourceMapIndex.js';
import { kindOfRawName } from './rawName.js';

/** What is known about a frame's function. */
export interface FunctionFacts {
  /** As the engine printed it; may be empty. */
  readonly raw: string;
  /** The name in the map's own scope information; `null` where it has none. */
  readonly scope: string | null;
  /** The function in the text of the original source; `undefined` where that was not parsed. */
  readonly enclosing: EnclosingFunction | undefined;
  /** The position of the next older call, if it is known. */
  readonly caller: CallSite | undefined;
}

/** A place that calls something. */
export interface CallSite {
  /** The identifier there, as the map says. */
  readonly name: string | null;
  /** Whether the map has the source of that place. */
  readonly hasSource: boolean;
  /** The start of the source from there on; `undefined` where it was not read. */
  readonly text: string | undefined;
}

/** Characters of a call site's text that are examined. */
export const CALL_CHARACTERS = 120;

/**
 * Name of a frame's function, from the most to the least reliable source:
 *
 * 1. scope information in the map;
 * 2. the declaration in the original source. It comes before the caller, which may know the function by the name of a
 *    parameter (`callback()`). A function without a name gets the name of the nearest one around it, unless the engine
 *    printed a name that a person wrote;
 * 3. where the source was not parsed and the engine printed no name, or a minifier's: the name at the caller's position,
 *    if that is a call of it;
 * 4. what the engine printed; `null` where that is no name.
 *
 * Never the name at the frame's own position: that is the identifier there, mostly of the function it calls.
 */
export function functionName({ raw, scope, enclosing, caller }: FunctionFacts): string | null {
  if (scope !== null && isName(scope)) return scope;
  const kind = kindOfRawName(raw);
  const printed = kind === 'none' ? null : raw;
  if (enclosing === undefined) return kind === 'given' ? raw : (calledName(caller, kind) ?? printed);
  // The engine may know the class of a constructor, the source of an anonymous class does not.
  if (enclosing.own !== null && !(enclosing.own === 'constructor' && kind === 'given')) return enclosing.own;
  if (kind === 'given') return raw;
  return enclosing.isTopLevel ? null : (enclosing.nearest ?? printed);
}

/** `<anonymous>`, `<global>` and the like are no names. */
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
