import type { StackFrame } from '../../core/event.js';
import { parseStack } from '../../stack/parseStack.js';

/**
 * Parses the frames of a stack that begins with a multi-line message, which pages leave to the server. Empty if the stack begins
 * differently or a line after the message is not understood.
 */
export function framesBelowMessage(message: string, stack: string | undefined): readonly StackFrame[] {
  if (stack === undefined || message === '') return [];
  const colon = stack.indexOf(': ');
  const ends = [0, colon + 2].map((start) => (stack.startsWith(message, start) ? start + message.length : -1));
  const end = ends.find((at) => at > 0 && stack[at] === '\n');
  return end === undefined ? [] : parseStack(stack.slice(end), '');
}
