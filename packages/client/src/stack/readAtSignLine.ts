import type { StackFrame } from '../core/event.js';
import { frameAt, frameIn } from './frameAt.js';

/** A name and a place; both may have `@` in them: a place begins with a scheme, a path, or an engine's own words. */
const CALL = /^(?:(.*?)@)??((?:[\w+.-]+:(?=\S)|\/|\[(?:native|wasm) code\]|debugger ).*)$/;

/**
 * A line of a Firefox or Safari stack: `f@file:1:2`, `@file:1:2`, `file:1:2`, `f@[native code]`, `async*f@file:1:2`. Code
 * that was evaluated is where `eval` was called, which has a line only. `undefined` where the line is no frame.
 */
export function readAtSignLine(line: string): StackFrame | undefined {
  const [, caller = '', place] = CALL.exec(line.replace(/ line (\d+) > .*/, ':$1')) ?? [];
  const name = caller.replace(/^.*\*|\(.*/g, '');
  if (place === undefined) return undefined;
  return place.startsWith('[') ? frameIn(name, place) : frameAt(name, place);
}
