import type { EnclosingFunction } from './enclosingFunction.js';
import { kindOfRawName } from './rawName.js';

/** What is known of a frame's function. */
export interface FunctionFacts {
  /** As the engine printed it; may be empty. */
  readonly raw: string;
  /** What the map's own scope information says; `null` where it says nothing. */
  readonly scope: string | null;
  /** What the original source says; `undefined` where there is none. */
  readonly text: EnclosingFunction | undefined;
  /** Where the next older call was, if that is known. */
  readonly caller: CallSite | undefined;
}

/** A place that calls something. */
export interface CallSite {
  /** The identifier there, as the map says. */
  readonly name: string | null;
  /** Original source from there on, a little of it; `undefined` where there is none. */
  readonly text: string | undefined;
}

/** Characters of a call site's text that are looked at. */
export const CALL_CHARACTERS = 120;

/**
 * Name of a frame's function, from the surest witness to the least:
 *
 * 1. scope information in the map;
 * 2. the declaration around the place, in the original source. It comes before the caller, because a caller may know a
 *    function by the name of a parameter (`callback()`); a function that has no name there is called for the nearest
 *    one around it that has, unless the engine printed a name that a person gave;
 * 3. where no declaration is near and the engine printed no name, or a minifier's: the name at the caller's position,
 *    if that is a call of it;
 * 4. what the engine printed, as it printed it; `null` where that is no name.
 *
 * Never the name at the frame's own position: that is the identifier there, mostly of what it calls.
 */
export function functionName({ raw, scope, text, caller }: FunctionFacts): string | null {
  if (scope !== null && isName(scope)) return scope;
  const kind = kindOfRawName(raw);
  // Of a constructor far from the head of its class the engine may know which one it is.
  if (text?.own === 'constructor' && kind === 'given') return raw;
  if (text !== undefined && text.own !== null) return text.own;
  if (kind === 'given') return raw;
  if (text?.isKnown === true) return text.nearest ?? (kind === 'none' ? null : raw);
  if (text?.isTopLevel === true) return null;
  return calledName(caller, kind) ?? (kind === 'none' ? null : raw);
}

/** `<anonymous>`, `<global>` and the like are none. */
const isName = (name: string): boolean => name !== '' && !/^<.*>$/.test(name);

function calledName(caller: CallSite | undefined, kind: 'minified' | 'none'): string | null {
  if (caller === undefined || caller.name === null || !isName(caller.name)) return null;
  // Without the source a call cannot be told from `cart.load()`, where the name is that of `cart`.
  if (caller.text === undefined) return kind === 'minified' ? caller.name : null;
  return isCallOf(caller.name, caller.text) ? caller.name : null;
}

const CALL = /^\s{0,40}(?:\?\.)?\s{0,40}(?:<[^()]{0,80}>)?[(`]/;

const isCallOf = (name: string, text: string): boolean =>
  text.startsWith(name) && CALL.test(text.slice(name.length, CALL_CHARACTERS));
