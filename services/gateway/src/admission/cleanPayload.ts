import { LIMITS, TRIM_MARK, type EventType } from '@sluice/contract';
import { isObject, withField, type UnknownObject } from '../batch/jsonObject.js';
import { trimString, type TrimCount } from './trimStrings.js';

type Clean = (payload: UnknownObject, count: TrimCount) => UnknownObject;

/** Functions that trim the payload of each type (protocol 8). They return the same object if nothing changes. */
export const cleanPayload: Readonly<Record<EventType, Clean>> = {
  exception: (payload, count) => cleanException(payload, { count, room: { characters: LIMITS.cutSourceContext } }, 0),
  log: cleanMessage,
  span: cleanSpan,
  hit: (payload) => payload,
  replay: (payload) => payload,
};

function cleanMessage(payload: UnknownObject, count: TrimCount): UnknownObject {
  const message = payload['message'];
  if (typeof message !== 'string' || message.length <= LIMITS.cutMessage) return payload;
  return withField(payload, 'message', trimString(message, LIMITS.cutMessage, count));
}

interface ExceptionBounds {
  readonly count: TrimCount;
  readonly room: ContextRoom;
}

function cleanException(payload: UnknownObject, bounds: ExceptionBounds, depth: number): UnknownObject {
  const { count, room } = bounds;
  let cleaned = cleanMessage(payload, count);
  const { frames, breadcrumbs, cause } = payload;
  if (Array.isArray(frames)) {
    const ends: readonly unknown[] = frames.length > LIMITS.cutFrames ? withoutMiddle(frames, count) : frames;
    const kept = cleanSourceContexts(ends, room, count);
    if (kept !== frames) cleaned = withField(cleaned, 'frames', kept);
  }
  if (Array.isArray(breadcrumbs) && breadcrumbs.length > LIMITS.cutBreadcrumbs) {
    count.trims += 1;
    cleaned = withField(cleaned, 'breadcrumbs', breadcrumbs.slice(-LIMITS.cutBreadcrumbs));
  }
  if (isObject(cause)) {
    const kept = depth < LIMITS.cutCauses ? cleanException(cause, bounds, depth + 1) : undefined;
    if (kept === undefined) count.trims += 1;
    if (kept !== cause) cleaned = withField(cleaned, 'cause', kept);
  }
  return cleaned;
}

/** Returns the newest and the oldest frames, with a visible mark between them. */
function withoutMiddle(frames: readonly unknown[], count: TrimCount): readonly unknown[] {
  count.trims += 1;
  const newest = Math.floor(LIMITS.cutFrames / 2);
  const oldest = LIMITS.cutFrames - newest - 1;
  return [...frames.slice(0, newest), { function: TRIM_MARK }, ...frames.slice(-oldest)];
}

function cleanSpan(payload: UnknownObject, count: TrimCount): UnknownObject {
  let cleaned = payload;
  const { metrics } = payload;
  if (isObject(metrics)) {
    const kept = cleanMetrics(metrics, count);
    if (kept !== metrics) cleaned = withField(cleaned, 'metrics', kept);
  }
  if (payload['parentId'] === null) cleaned = withField(cleaned, 'parentId', undefined);
  if (payload['op'] === null) cleaned = withField(cleaned, 'op', undefined);
  return cleaned;
}

/** Returns at most 100 metrics with finite values. */
function cleanMetrics(metrics: UnknownObject, count: TrimCount): UnknownObject {
  const keys = Object.keys(metrics);
  if (keys.length <= LIMITS.cutMetrics && keys.every((key) => Number.isFinite(metrics[key]))) return metrics;
  const finite = keys.filter((key) => Number.isFinite(metrics[key]));
  if (finite.length > LIMITS.cutMetrics) count.trims += 1;
  return Object.fromEntries(finite.slice(0, LIMITS.cutMetrics).map((key) => [key, metrics[key]]));
}

/** Characters of source lines that one exception, with its causes, may still have. */
interface ContextRoom {
  characters: number;
}

/**
 * Returns the frames with their source lines trimmed: five lines on each side, 200 characters of each line, and source lines for
 * as many frames, in order, as there is room for. Drops a context without `line`. The same list if nothing changes.
 */
function cleanSourceContexts(frames: readonly unknown[], room: ContextRoom, count: TrimCount): readonly unknown[] {
  if (!frames.some(hasContext)) return frames;
  const cleaned = frames.map((frame) => {
    if (!hasContext(frame)) return frame;
    const { context } = frame;
    const kept = fitContext(room, cleanContext(context, count), count);
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

function fitContext(room: ContextRoom, context: Lines | undefined, count: TrimCount): Lines | undefined {
  if (context === undefined) return undefined;
  const characters = lengthOf(context.before) + context.line.length + lengthOf(context.after);
  if (characters > room.characters) {
    count.trims += 1;
    return undefined;
  }
  room.characters -= characters;
  return context;
}
