import { LIMITS } from '@sluice/contract';
import { isObject, withField, type UnknownObject } from './jsonObject.js';
import { trimString, type TrimCount } from './trimStrings.js';

/** Characters of source lines that one exception may still have, its causes included. */
export interface ContextRoom {
  characters: number;
}

/**
 * Frames with the source lines that are kept of each: five lines on each side, 200 characters of each line, and as many
 * frames as there is room for, in their order. A context without a line of its own is dropped. The same list where nothing had
 * to change.
 */
export function cleanSourceContexts(
  frames: readonly unknown[],
  room: ContextRoom,
  count: TrimCount,
): readonly unknown[] {
  if (!frames.some(hasContext)) return frames;
  const cleaned = frames.map((frame) => {
    if (!hasContext(frame)) return frame;
    const { context } = frame;
    const kept = keptWithin(room, cleanContext(context, count), count);
    return kept === context ? frame : withField(frame, 'context', kept);
  });
  return cleaned.some((frame, index) => frame !== frames[index]) ? cleaned : frames;
}

const hasContext = (frame: unknown): frame is UnknownObject => isObject(frame) && frame['context'] !== undefined;

interface Lines extends UnknownObject {
  readonly before: readonly string[];
  readonly line: string;
  readonly after: readonly string[];
}

function cleanContext(given: unknown, count: TrimCount): Lines | undefined {
  if (!isObject(given) || typeof given['line'] !== 'string') return undefined;
  const before = cleanLines(given['before'], -LIMITS.cutContextLines, count);
  const after = cleanLines(given['after'], LIMITS.cutContextLines, count);
  const line = trimString(given['line'], LIMITS.cutContextLine, count);
  const isSame = before === given['before'] && after === given['after'] && line === given['line'];
  return isSame && Object.keys(given).length === FIELDS ? (given as Lines) : { before, line, after };
}

/** `before`, `line` and `after`. */
const FIELDS = 3;

/** @param most lines that are kept of the beginning; of the end where it is negative */
function cleanLines(given: unknown, most: number, count: TrimCount): readonly string[] {
  if (!Array.isArray(given) || !given.every((line) => typeof line === 'string')) return [];
  if (given.length <= LIMITS.cutContextLines && given.every(isShort)) return given;
  const near = most < 0 ? given.slice(most) : given.slice(0, most);
  if (near.length < given.length) count.trims += 1;
  return near.map((line) => trimString(line, LIMITS.cutContextLine, count));
}

const isShort = (line: string): boolean => line.length <= LIMITS.cutContextLine;

const lengthOf = (lines: readonly string[]): number => lines.reduce((sum, { length }) => sum + length, 0);

function keptWithin(room: ContextRoom, context: Lines | undefined, count: TrimCount): Lines | undefined {
  if (context === undefined) return undefined;
  const characters = lengthOf(context.before) + context.line.length + lengthOf(context.after);
  if (characters > room.characters) {
    count.trims += 1;
    return undefined;
  }
  room.characters -= characters;
  return context;
}
