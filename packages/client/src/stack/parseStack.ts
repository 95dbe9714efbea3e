import type { StackFrame } from '../core/event.js';
import { readAtLine } from './readAtLine.js';
import { readAtSignLine } from './readAtSignLine.js';

/** Newest calls that are read. */
const MOST_LINES = 250;
/** So much of a message tells where it is. */
const COMPARED = 99;
/** A longer line is no frame: it would only take time. */
const LONGEST_LINE = 4_096;

/**
 * The frames of a raw stack, newest first, at most 250: Chrome, Edge, Node and other V8; Firefox; Safari. Empty where none
 * is understood. What is the program's own is for the server to say. @param message is skipped where it takes several lines
 */
export function parseStack(stack: string, message: string): readonly StackFrame[] {
  const at = message.includes('\n') ? stack.indexOf(message.slice(0, COMPARED)) : -1;
  const lines = stack.slice(at < 0 ? 0 : at + message.length).split('\n', MOST_LINES);
  const frames = framesOf(lines, readAtLine);
  return frames.length > 0 ? frames : framesOf(lines, readAtSignLine);
}

function framesOf(lines: readonly string[], read: (line: string) => StackFrame | undefined): readonly StackFrame[] {
  const frames: StackFrame[] = [];
  for (const line of lines) {
    const frame = line.length > LONGEST_LINE ? undefined : read(line.trim());
    if (frame !== undefined) frames.push(frame);
    // `Caused by: TypeError: y`: the frames of another error follow.
    else if (frames.length > 0 && line.includes(': ')) break;
  }
  return frames;
}
