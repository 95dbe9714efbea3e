import type { Json } from '@sluice/contract';
import { keepEnds, type Frame } from './frame.js';
import { frameOf } from './frameOf.js';
import { positive } from './location.js';
import { parseStackOf } from './parseStack.js';
import { readPlatform } from './platform.js';
import { readContext } from './readContext.js';

type Payload = Readonly<Record<string, Json>>;

/**
 * Returns the frames of an exception's payload, or of a cause's, newest first, at most 250: from its `frames` if any
 * can be read, otherwise from its raw `stack`. `inApp` is the client's value, otherwise derived from the file; without a file, a
 * frame with a module or a function is the application's. Never throws.
 */
export function readFrames(payload: Payload): readonly Frame[] {
  const { frames, stack, message } = payload;
  const given = Array.isArray(frames)
    ? (frames as readonly Json[]).map(readFrame).filter((one) => one !== undefined)
    : [];
  if (given.length > 0) return keepEnds(given);
  if (typeof stack !== 'string') return [];
  return parseStackOf(readPlatform(payload), stack, typeof message === 'string' ? { message } : undefined);
}

function readFrame(given: Json): Frame | undefined {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return undefined;
  const { file, function: name, module, line, column, inApp, context, vars, debugId } = given as Payload;
  const [place, call, within, row] = [textOf(file), textOf(name), textOf(module), numberOf(line)];
  if (place === '' && call === '' && within === '' && row === null) return undefined;
  const lines = row === null ? undefined : readContext(context, row);
  const variables = readVars(vars);
  const build = textOf(debugId);
  // Without a file, nothing says that a module is a library's.
  const isOwn = typeof inApp === 'boolean' ? inApp : place === '' && within !== '' ? true : undefined;
  const frame = frameOf({ file: place, function: call, line: row, column: numberOf(column) }, isOwn);
  if (lines === undefined && within === '' && variables === undefined && build === '') return frame;
  return {
    ...frame,
    ...(within !== '' && { module: within }),
    ...(lines !== undefined && { context: lines }),
    ...(variables !== undefined && { vars: variables }),
    ...(build !== '' && { debugId: build }),
  };
}

/** Returns the variables that are text, as admission leaves them, by name, because their order is not stored; `undefined` without one. */
function readVars(given: Json | undefined): Frame['vars'] {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return undefined;
  const vars = Object.entries(given as Payload).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  if (vars.length === 0) return undefined;
  return Object.fromEntries(vars.sort(([a], [b]) => (a < b ? -1 : 1)));
}

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

const numberOf = (value: Json | undefined): number | null =>
  positive(typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value);
