import type { Json } from '@sluice/contract';
import { keepEnds, type Frame } from './frame.js';
import { frameOf } from './frameOf.js';
import { positive } from './location.js';
import { parseStack } from './parseStack.js';
import { readContext } from './readContext.js';

type Payload = Readonly<Record<string, Json>>;

/**
 * Returns the frames of an exception's payload, or of a cause's, newest first, at most 250: from its `frames` if any
 * can be read, otherwise from its raw `stack`. `inApp` is the client's value, otherwise derived from the file. Never
 * throws.
 */
export function readFrames(payload: Payload): readonly Frame[] {
  const { frames, stack, message } = payload;
  const given = Array.isArray(frames)
    ? (frames as readonly Json[]).map(readFrame).filter((one) => one !== undefined)
    : [];
  if (given.length > 0) return keepEnds(given);
  if (typeof stack !== 'string') return [];
  return typeof message === 'string' ? parseStack(stack, { message }) : parseStack(stack);
}

function readFrame(given: Json): Frame | undefined {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return undefined;
  const { file, function: name, line, column, inApp, context } = given as Payload;
  const [place, call, row] = [textOf(file), textOf(name), numberOf(line)];
  if (place === '' && call === '' && row === null) return undefined;
  const lines = row === null ? undefined : readContext(context, row);
  const frame = frameOf(
    { file: place, function: call, line: row, column: numberOf(column) },
    typeof inApp === 'boolean' ? inApp : undefined,
  );
  return lines === undefined ? frame : { ...frame, context: lines };
}

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

const numberOf = (value: Json | undefined): number | null =>
  positive(typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value);
