import type { EnrichedEvent } from '@sluice/enrichment';
import { createLru } from '@sluice/runtime';
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

/** Characters of the keys of remembered fingerprints, with those of the fingerprints. */
const REMEMBERED = 4 * 2 ** 20;
const FINGERPRINTS_SIZE = 200;

/** A longer message is rarely the same again. */
const LONGEST_MESSAGE = 1_000;

const known = createLru<Fingerprints>(REMEMBERED);

/** Numbers of lists of frames, of which equal ones are one list (`internStack`). */
const numbers = new WeakMap<readonly Frame[], number>();
let latestNumber = 0;

function numberOf(frames: readonly Frame[]): number {
  const number = numbers.get(frames) ?? ++latestNumber;
  numbers.set(frames, number);
  return number;
}

/** {@link fingerprints}, computed once for a fault that comes again and again with the same stack and message. */
function rememberedFingerprints(exception: ExceptionFacts): Fingerprints {
  const { frames, causes, fingerprint, platform, type, message } = exception;
  if (causes.length > 0 || fingerprint.length > 0 || message.length > LONGEST_MESSAGE) return fingerprints(exception);
  const key = `${numberOf(frames)}${platform === null ? '' : `+${platform}`}\0${type}\0${message}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const computed = fingerprints(exception);
  known.set(key, computed, { size: key.length + FINGERPRINTS_SIZE });
  return computed;
}
