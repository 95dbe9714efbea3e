import { LIMITS, TRIM_MARK, type EventType } from '@sluice/contract';
import { hasOnly, isObject, withField, type UnknownObject } from '../batch/jsonObject.js';
import { cleanFrames, frameRoom, type FrameRoom } from './cleanFrames.js';
import { trimString, type TrimCount } from './trimStrings.js';

type Clean = (payload: UnknownObject, count: TrimCount) => UnknownObject;

/** Functions that trim the payload of each type (protocol 8). They return the same object if nothing changes. */
export const cleanPayload: Readonly<Record<EventType, Clean>> = {
  exception: (payload, count) => cleanException(payload, { count, room: frameRoom() }, 0),
  log: cleanMessage,
  span: cleanSpan,
  hit: (payload) => payload,
  replay: (payload) => payload,
  metric: (payload) => payload,
};

function cleanMessage(payload: UnknownObject, count: TrimCount): UnknownObject {
  const message = payload['message'];
  if (typeof message !== 'string' || message.length <= LIMITS.cutMessage) return payload;
  return withField(payload, 'message', trimString(message, LIMITS.cutMessage, count));
}

interface ExceptionBounds {
  readonly count: TrimCount;
  readonly room: FrameRoom;
}

function cleanException(payload: UnknownObject, bounds: ExceptionBounds, depth: number): UnknownObject {
  const { count, room } = bounds;
  let cleaned = cleanMessage(payload, count);
  const { frames, breadcrumbs, cause, platform } = payload;
  if (typeof platform === 'string' && platform.length > LIMITS.cutPlatform) {
    cleaned = withField(cleaned, 'platform', trimString(platform, LIMITS.cutPlatform, count));
  }
  if (Array.isArray(frames)) {
    const ends: readonly unknown[] = frames.length > LIMITS.cutFrames ? withoutMiddle(frames, count) : frames;
    const kept = cleanFrames(ends, room, count);
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

const isFiniteNumber = (value: unknown): boolean => Number.isFinite(value);

/** Returns at most 100 metrics with finite values. */
function cleanMetrics(metrics: UnknownObject, count: TrimCount): UnknownObject {
  if (hasOnly(metrics, LIMITS.cutMetrics, isFiniteNumber)) return metrics;
  const finite = Object.keys(metrics).filter((key) => Number.isFinite(metrics[key]));
  if (finite.length > LIMITS.cutMetrics) count.trims += 1;
  return Object.fromEntries(finite.slice(0, LIMITS.cutMetrics).map((key) => [key, metrics[key]]));
}
