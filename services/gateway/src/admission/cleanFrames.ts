import { LIMITS } from '@sluice/contract';
import { hasOnly, isObject, withField, type UnknownObject } from '../batch/jsonObject.js';
import { trimString, type TrimCount } from './trimStrings.js';

/** Characters that may still be kept. */
interface Room {
  characters: number;
}

/** Room for the source lines and for the variables of one exception with its causes. */
export interface FrameRoom {
  readonly context: Room;
  readonly vars: Room;
}

/** Returns the room of an exception of which nothing was kept yet. */
export const frameRoom = (): FrameRoom => ({
  context: { characters: LIMITS.cutSourceContext },
  vars: { characters: LIMITS.cutExceptionVars },
});

/**
 * Returns the frames with their source lines, variables and debug ids cleaned (protocol 2.8), and with source lines and variables
 * for as many frames, in order, as there is room for. The same list if nothing changes.
 */
export function cleanFrames(frames: readonly unknown[], room: FrameRoom, count: TrimCount): readonly unknown[] {
  if (!frames.some(isDetailed)) return frames;
  const cleaned = frames.map((frame) => (isDetailed(frame) ? cleanFrame(frame, room, count) : frame));
  return cleaned.some((frame, index) => frame !== frames[index]) ? cleaned : frames;
}

const isDetailed = (frame: unknown): frame is UnknownObject =>
  isObject(frame) && (frame['context'] !== undefined || frame['vars'] !== undefined || frame['debugId'] !== undefined);

function cleanFrame(frame: UnknownObject, room: FrameRoom, count: TrimCount): UnknownObject {
  const { debugId } = frame;
  const context = cleanContext(frame['context'], count);
  const vars = cleanVars(frame['vars'], count);
  const kept = {
    context: isFitting(charactersOfContext(context), room.context, count) ? context : undefined,
    vars: isFitting(charactersOfVars(vars), room.vars, count) ? vars : undefined,
    debugId: typeof debugId === 'string' && UUID.test(debugId) ? debugId.toLowerCase() : undefined,
  };
  let cleaned = frame;
  for (const field of FIELDS) {
    if (kept[field] !== frame[field]) cleaned = withField(cleaned, field, kept[field]);
  }
  return cleaned;
}

const FIELDS = ['context', 'vars', 'debugId'] as const;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

interface Lines extends UnknownObject {
  readonly before: readonly string[];
  readonly line: string;
  readonly after: readonly string[];
}

/** Returns source lines trimmed: five lines on each side, 200 characters of each line; `undefined` without `line`. */
function cleanContext(given: unknown, count: TrimCount): Lines | undefined {
  if (!isObject(given) || typeof given['line'] !== 'string') return undefined;
  const before = cleanLines(given['before'], -LIMITS.cutContextLines, count);
  const after = cleanLines(given['after'], LIMITS.cutContextLines, count);
  const line = trimString(given['line'], LIMITS.cutContextLine, count);
  const isSame = before === given['before'] && after === given['after'] && line === given['line'];
  return isSame && Object.keys(given).length === CONTEXT_FIELDS ? (given as Lines) : { before, line, after };
}

/** `before`, `line` and `after`. */
const CONTEXT_FIELDS = 3;

/** @param most lines kept from the start; from the end if negative */
function cleanLines(given: unknown, most: number, count: TrimCount): readonly string[] {
  if (!Array.isArray(given) || !given.every((line) => typeof line === 'string')) return [];
  if (given.length <= LIMITS.cutContextLines && given.every(isShort)) return given;
  const near = most < 0 ? given.slice(most) : given.slice(0, most);
  if (near.length < given.length) count.trims += 1;
  return near.map((line) => trimString(line, LIMITS.cutContextLine, count));
}

const isShort = (line: string): boolean => line.length <= LIMITS.cutContextLine;

const lengthOf = (lines: readonly string[]): number => lines.reduce((sum, { length }) => sum + length, 0);

const charactersOfContext = (lines: Lines | undefined): number =>
  lines === undefined ? 0 : lengthOf(lines.before) + lines.line.length + lengthOf(lines.after);

type Vars = Readonly<Record<string, string>>;

/** Returns at most 50 variables as text; `undefined` if it is not an object. */
function cleanVars(given: unknown, count: TrimCount): Vars | undefined {
  if (!isObject(given)) return undefined;
  if (hasOnly(given, LIMITS.cutVars, isVar)) return given as Vars;
  const names = Object.keys(given);
  if (names.length > LIMITS.cutVars) count.trims += 1;
  return Object.fromEntries(
    names
      .slice(0, LIMITS.cutVars)
      .map((name) => [
        trimString(name, LIMITS.cutVarName, count),
        trimString(asText(given[name]), LIMITS.cutVarValue, count),
      ]),
  );
}

const isVar = (value: unknown, name: string): boolean =>
  typeof value === 'string' && value.length <= LIMITS.cutVarValue && name.length <= LIMITS.cutVarName;

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const charactersOfVars = (vars: Vars = {}): number =>
  Object.keys(vars).reduce((sum, name) => sum + name.length + (vars[name]?.length ?? 0), 0);

/** Whether there is room for that many characters, which are taken from it. */
function isFitting(characters: number, room: Room, count: TrimCount): boolean {
  if (characters > room.characters) {
    count.trims += 1;
    return false;
  }
  room.characters -= characters;
  return true;
}
