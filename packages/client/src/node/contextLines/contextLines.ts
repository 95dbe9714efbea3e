import path from 'node:path';
import type { ExceptionPayload, StackFrame } from '../../core/event.js';
import type { ClientOptions } from '../../core/options.js';
import { isBelow } from '../isBelow.js';
import { createReadingTime } from './createReadingTime.js';
import { createSourceFiles } from './createSourceFiles.js';
import { framesBelowMessage } from './framesBelowMessage.js';
import { sourceContext } from './sourceContext.js';

type BeforeSend = NonNullable<ClientOptions['beforeSend']>;

/** Lines on each side. */
const MOST_LINES = 5;
/** Frames of each stack. */
const MOST_FRAMES = 10;
/** Characters of an exception and its causes. */
const MOST_CHARACTERS = 16_384;
/** Milliseconds after which no further file is opened: the program waits meanwhile. */
const MOST_MS = 10;

/** What people write. A stack may have been made elsewhere and name any file: no other is opened. */
const SOURCE = /\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/;
const LIBRARY = /[\\/]node_modules[\\/]/;

interface Room {
  characters: number;
  /** By the clock of `performance.now`. */
  readonly until: number;
}

/**
 * Returns a `beforeSend` that adds source lines to the frames of exceptions and their causes, as the files on this machine's
 * disk have them: to the newest 10 frames of the application in each stack, 16,384 characters in all. Files are read
 * synchronously, no further one after 10 ms of an exception or 20 ms of a second, and kept.
 *
 * @param given lines on each side, at most 5; `true`: 5
 * @param root directory, absolute: no file elsewhere is looked at. A stack may name one on another machine, to which the
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
    // The server reads the text of a stack only where there are no frames.
    const read = shown.some((frame) => frame.context !== undefined) ? { ...rest, frames: shown } : payload;
    return read.cause === undefined ? read : { ...read, cause: withLines(read.cause, room) };
  };
  return (event, hint) => {
    if (event.type === 'exception') {
      try {
        event.payload = withLines(event.payload, { characters: MOST_CHARACTERS, until: performance.now() + MOST_MS });
      } catch {
        // A payload that the program made itself: it is sent as it is.
      }
    }
    return next(event, hint);
  };
}

const isOwn = ({ file = '' }: StackFrame, root: string): boolean =>
  path.isAbsolute(file) && SOURCE.test(file) && !LIBRARY.test(file) && isBelow(root, file);
