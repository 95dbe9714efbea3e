import { LIMITS } from '@sluice/contract';
import { isObject, type UnknownObject } from '../../batch/jsonObject.js';
import { scrubLines } from './scrubLines.js';

/** The `context` of a frame: the source line of its position, and the lines around it. */
export interface SourceContext extends UnknownObject {
  readonly before: readonly string[];
  readonly line: string;
  readonly after: readonly string[];
}

/**
 * Whether a value is the `context` of a frame with no more lines than cleaning leaves, so that scrubbing it is one
 * bounded step.
 */
export const isSourceContext = (value: unknown): value is SourceContext =>
  isObject(value) && typeof value['line'] === 'string' && isFewLines(value['before']) && isFewLines(value['after']);

const isFewLines = (value: unknown): boolean =>
  Array.isArray(value) && value.length <= LIMITS.cutContextLines && value.every((line) => typeof line === 'string');

/** Returns a frame's source lines scrubbed as one text. */
export function scrubSource(context: SourceContext): SourceContext {
  const { before, line, after } = context;
  const lines = scrubLines([...before, line, ...after]);
  const at = before.length;
  return { ...context, before: lines.slice(0, at), line: lines[at] ?? '', after: lines.slice(at + 1) };
}
