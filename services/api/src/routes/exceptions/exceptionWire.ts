import type { ListQuery } from '@sluice/api-contract';
import { parseLevel, timeOfId, type Json } from '@sluice/contract';
import type { ExceptionDetail, StoredException } from './sql/storedException.js';
import type { ExceptionFilter } from './sql/listExceptions.js';
import {
  type Culprit,
  culpritIndex,
  culpritOf,
  culpritText,
  culpritWindow,
  isCulpritLate,
  type ResolvedFrame,
} from '@sluice/sourcemaps';
import { readCauses, readFrames, readPlatform, type Cause, type Frame } from '@sluice/stacktrace';
import { causeToWire, framesToWire } from './frameWire.js';

/** Filters of a list of exceptions. */
export interface ExceptionQuery extends ListQuery, Omit<ExceptionFilter, 'issue' | 'environment' | 'release'> {}

/** Converts a query to a filter. */
export function filterOf(query: ExceptionQuery): ExceptionFilter {
  const { level = '', type, user, trace, replay, eventId, query: search, environment, release } = query;
  return { level: parseLevel(level), type, user, trace, replay, eventId, query: search, environment, release };
}

/** What an exception does not say itself. */
interface ExceptionFacts {
  /** Where it happened; `undefined` if that is unknown. */
  readonly culprit: Culprit | undefined;
  /** Names of project users by key. */
  readonly names: ReadonlyMap<string, string>;
}

/** Returns an exception for a list. */
export const exceptionToWire = (exception: StoredException, { culprit, names }: ExceptionFacts) => ({
  id: exception.id,
  issueId: exception.issueId,
  timestamp: exception.timestamp.toISOString(),
  receivedAt: new Date(timeOfId(exception.id)).toISOString(),
  level: exception.level,
  type: exception.type,
  message: exception.message,
  culprit: culpritText(culprit),
  culpritPending: culprit?.isLate ?? false,
  handled: exception.handled,
  environment: exception.environment,
  release: exception.release,
  user: exception.userKey,
  userName: names.get(exception.userKey ?? '') ?? null,
  traceId: exception.traceId,
  spanId: exception.spanId,
  replayId: exception.replayId,
  tags: exception.tags ?? {},
});

/** The stacks of an exception. */
export interface ExceptionStacks {
  readonly frames: readonly Frame[];
  /** Nearest cause first. */
  readonly causes: readonly Cause[];
}

/** Returns the platform in the payload of an exception. */
export const platformOf = ({ payload }: ExceptionDetail): string | null => readPlatform(payload as Payload);

/** Returns the stacks in the payload of an exception: its own and those of its causes. */
export function stacksOf({ payload, message }: ExceptionDetail): ExceptionStacks {
  const sent = payload as Payload;
  return { frames: readFrames({ ...sent, message }), causes: readCauses(sent) };
}

/** Returns an exception with all stored data. @param resolved resolved frames of the exception, then of each cause. @param names see {@link ExceptionFacts} */
export function exceptionDetailToWire(
  exception: ExceptionDetail,
  { frames, causes }: ExceptionStacks,
  [own = [], ...ofCauses]: readonly (readonly ResolvedFrame[])[],
  names: ReadonlyMap<string, string>,
) {
  const sent = (name: string): Json => (exception.payload as Payload)[name] ?? null;
  return {
    ...exceptionToWire(exception, { culprit: culpritOfAll(exception.type, frames, own), names }),
    platform: platformOf(exception),
    contexts: exception.contexts ?? {},
    frames: framesToWire(frames, own),
    causes: causes.map((cause, index) => causeToWire(cause, ofCauses[index] ?? [])),
    stack: sent('stack'),
    cause: sent('cause'),
    breadcrumbs: sent('breadcrumbs'),
    fingerprint: sent('fingerprint'),
  };
}

function culpritOfAll(type: string, frames: readonly Frame[], resolved: readonly ResolvedFrame[]): Culprit {
  const window = culpritWindow(frames, type);
  const own = resolved.slice(window[0] === undefined ? 0 : frames.indexOf(window[0]));
  const place = culpritIndex(window, own);
  const original = place === undefined ? null : (own[place]?.original ?? null);
  return culpritOf(window, original, isCulpritLate(window, own));
}

type Payload = Readonly<Record<string, Json>>;
