import path from 'node:path';
import type { ExceptionPayload, StackFrame } from '../../core/event.js';
import type { ClientOptions } from '../../core/options.js';
import { isBelow } from '../isBelow.js';
import { createReadingTime } from './createReadingTime.js';
import { createSourceFiles } from './createSourceFiles.js';
import { framesBelowMessage } from './framesBelowMessage.js';
import { sourceContext } from './sourceContext.js';

type BeforeSend = NonNullable<ClientOptions['beforeSend']>;

/** Maximum lines on each side. */
const MOST_LINES = 5;
/** Maximum frames per stack. */
const MOST_FRAMES = 10;
/** Maximum characters per exception, including causes. */
const MOST_CHARACTERS = 16_384;
/** Milliseconds per exception after which no further file is opened, because reading blocks the program. */
const MOST_MS = 10;

/** Extensions of source code. Only these files are opened, because a stack from elsewhere may name any file. */
const SOURCE = /\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/;
const LIBRARY = /[\\/]node_modules[\\/]/;

interface Room {
  characters: number;
  /** Time of `performance.now`. */
  readonly until: number;
}

/**
 * Returns a `beforeSend` that adds source lines from local files to the newest 10 application frames of each stack, at most
 * 16,384 characters. Files are read synchronously and cached; no further file is read after 10 ms per exception or 20 ms per
 * second.
 *
 * @param given lines on each side, at most 5; `true`: 5
 * @param root absolute directory; other files are not accessed. A stack may name a file on another machine, to which the
 * system would connect
 * @param next called for every event afterwards
 */
export function contextLines(given: number | boolean = MOST_LINES, root: string, next: BeforeSend): BeforeSend {
  // JavaScript programs may pass anything; values that are not numbers turn it off.
  const number = given === true ? MOST_LINES : typeof given === 'number' ? given : 0;
  const lines = Math.min(MOST_LINES, Math.floor(number)) || 0;
  if (lines <= 0) return next;
  const files = createSourceFiles();
  const time = createReadingTime();
  const contextOf = (frame: StackFrame, room: Room): StackFrame['context'] => {
    const { file = '', line, column } = frame;
    if (line === undefined || room.characters <= 0) return undefined;
    const kept = files.kept(file);
    if (kept === undefined && (performance.now() >= room.until || !time.isLeft())) return undefined;
    const source = kept ? kept.lines : time.spend(() => files.read(file));
    const context = source && sourceContext(source, { line, ...(column !== undefined && { column }) }, lines);
    if (context === undefined) return undefined;
    room.characters -= [...context.before, context.line, ...context.after].join('').length;
    return room.characters < 0 ? undefined : context;
  };
  const withLines = (payload: ExceptionPayload, room: Room): ExceptionPayload => {
    const { stack, ...rest } = payload;
    const frames = payload.frames ?? framesBelowMessage(payload.message, stack);
    const own = new Set(frames.filter((frame) => isOwn(frame, root)).slice(0, MOST_FRAMES));
    const shown = frames.map((frame) => {
      const context = own.has(frame) ? contextOf(frame, room) : undefined;
      return context === undefined ? frame : { context, ...frame };
    });
    // The server parses the raw stack only without frames.
    const read = shown.some((frame) => frame.context !== undefined) ? { ...rest, frames: shown } : payload;
    return read.cause === undefined ? read : { ...read, cause: withLines(read.cause, room) };
  };
  return (event, hint) => {
    if (event.type === 'exception') {
      try {
        event.payload = withLines(event.payload, { characters: MOST_CHARACTERS, until: performance.now() + MOST_MS });
      } catch {
        // A payload created by the program is not changed.
      }
    }
    return next(event, hint);
  };
}

const isOwn = ({ file = '' }: StackFrame, root: string): boolean =>
  path.isAbsolute(file) && SOURCE.test(file) && !LIBRARY.test(file) && isBelow(root, file);
