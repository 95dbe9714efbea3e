import type { StackFrame } from '../core/event.js';

const NAMELESS = /^(?:<?anonymous(?: function)?>?|(?:global|module) code)$/i;

/** A call at a place such as `file:12:34` or `file:12`; `undefined` where that has no position. */
export function frameAt(name: string, place: string): StackFrame | undefined {
  const [found, line, column] = /:(\d{1,9})(?::(\d{1,9}))?$/.exec(place) ?? [];
  return found && found !== place
    ? { ...frameIn(name, place.slice(0, -found.length)), line: Number(line), ...(column && { column: Number(column) }) }
    : undefined;
}

/** A call without a position. */
export const frameIn = (name: string, file: string): StackFrame =>
  NAMELESS.test(name) || name === '' ? { file } : { function: name, file };
