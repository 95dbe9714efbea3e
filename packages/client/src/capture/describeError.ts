import type { ExceptionPayload } from '../core/event.js';
import { parseStack } from '../stack/parseStack.js';

/** What was thrown, as an exception's payload tells it. */
export function describeError(error: unknown): ExceptionPayload {
  if (!(error instanceof Error)) return { type: 'Error', message: String(error) };
  const { name: type, message, stack = '' } = error;
  const frames = parseStack(stack, message);
  return { type, message, ...(frames.length > 0 ? { frames } : { stack }) };
}
