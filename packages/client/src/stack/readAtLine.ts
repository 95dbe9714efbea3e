import type { StackFrame } from '../core/event.js';
import { frameAt, frameIn } from './frameAt.js';

/**
 * A line of a V8 stack: `at f (file:1:2)`, `at file:1:2`, `at async f (…)`, `at Array.map (<anonymous>)`. Code that was
 * evaluated is where `eval` was called. `undefined` where the line is no frame.
 */
export function readAtLine(line: string): StackFrame | undefined {
  if (!line.startsWith('at ')) return undefined;
  const text = line.slice(3).replace(/^async /, '');
  if (!text.endsWith(')')) return frameOf('', text);
  // A place may have parentheses too: the first one that stands apart opens it.
  const apart = text.indexOf(' (');
  const open = apart < 0 ? text.indexOf('(') : apart;
  return frameOf(text.slice(0, open), text.slice(open, -1).replace(/^ ?\((?:address at )?/, ''));
}

function frameOf(name: string, place: string): StackFrame | undefined {
  if (place.startsWith('eval at ')) {
    // Innermost, unless the code has a name of its own.
    const own = place.slice(place.lastIndexOf(', ') + 2);
    return frameOf(name, own.startsWith('<') ? (/\(([^()]*)\)/.exec(place)?.[1] ?? '') : own);
  }
  const wasm = place.indexOf(':wasm-function[');
  if (wasm > 0) return frameIn(name || place.slice(wasm + 1).replace(/\].*/, ']'), place.slice(0, wasm));
  if (/^(?:<anonymous>|index \d+)$/.test(place)) return frameIn(name, '<anonymous>');
  return place.startsWith('native') ? frameIn(name, place) : frameAt(name, place);
}
