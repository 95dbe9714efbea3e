import type { EnrichedEvent } from '@sluice/enrichment';
import type { Frame } from '@sluice/stacktrace';
import { fingerprints, type ResolvedFrames } from './fingerprints.js';
import { readExceptionPayload, type ExceptionFacts } from './readExceptionPayload.js';

/** Data read once from an exception, for its row, its lookup and its issue. */
export interface GroupingDetails {
  readonly exception: ExceptionFacts;
  /** Of the frames as sent; the first is the row's hash. */
  readonly fingerprints: readonly [string, ...string[]];
  /** Set by the lookup, where source maps resolve the frames. */
  readonly resolved?: ResolvedFrames;
}

/** Returns the details of an enriched exception. Never throws. */
export function readDetails(event: EnrichedEvent): GroupingDetails {
  const exception = readExceptionPayload(event.payload);
  return { exception, fingerprints: rememberedFingerprints(exception) };
}

type Fingerprints = GroupingDetails['fingerprints'];

/** Messages of a stack whose fingerprints are remembered. */
const MOST_MESSAGES = 16;

/** By the frames, of which equal ones are one list (`internStack`), and by what else groups. */
const known = new WeakMap<readonly Frame[], Map<string, Fingerprints>>();

/** {@link fingerprints}, computed once for a fault that comes again and again with the same stack and message. */
function rememberedFingerprints(exception: ExceptionFacts): Fingerprints {
  const { frames, causes, fingerprint, platform, type, message } = exception;
  if (causes.length > 0 || fingerprint.length > 0) return fingerprints(exception);
  const ofStack = known.get(frames) ?? new Map<string, Fingerprints>();
  const key = `${platform === null ? '' : `+${platform}`}\0${type}\0${message}`;
  const found = ofStack.get(key);
  if (found !== undefined) return found;
  const computed = fingerprints(exception);
  if (ofStack.size === MOST_MESSAGES) ofStack.clear();
  known.set(frames, ofStack.set(key, computed));
  return computed;
}
