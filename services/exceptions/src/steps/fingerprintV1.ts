import { earlierFrames, type Cause } from '@sluice/stacktrace';
import { isAbort, isLoadFailure, isStackOverflow, isTimeout } from './normalizeEngineMessage.js';
import { normalizeFrames } from './normalizeFrames.js';
import { isMinifiedName } from './normalizeFunction.js';
import { formerMessage, normalizeMessage } from './normalizeMessage.js';

export type Texts = readonly (readonly string[])[];

/**
 * Returns the text that is equal for all exceptions of one fault. For an error and each of its causes: type and frames; also the
 * message if the frames do not show where it happened; only the message if there are no usable frames, or if a part of the program
 * could not be loaded. Changing this function, or any that it calls, opens new issues for old faults: keep what it returned before
 * in {@link formerV1}, by which the issues of old faults are found.
 */
export const fingerprintV1 = (errors: readonly Cause[]): Texts => textsOf(errors, normalizeMessage);

/** {@link fingerprintV1} as its first rules had it: codes are variables, and some frames were not read or read otherwise. */
export const formerV1 = (errors: readonly Cause[]): Texts =>
  textsOf(
    errors.map((error) => ({ ...error, frames: earlierFrames(error.frames) })),
    formerMessage,
  );

const textsOf = (errors: readonly Cause[], messageOf: (message: string) => string): Texts =>
  withoutRetries(errors.map((error) => describe(error, messageOf(error.message))));

/** Returns descriptions of an error and its causes, where errors that wrap each other are described alike, once each. */
export function withoutRetries(described: Texts): Texts {
  // Retries that wrap each other repeat the same error.
  return described.filter((one, index) => JSON.stringify(one) !== JSON.stringify(described[index - 1]));
}

function describe({ type, frames }: Cause, text: string): readonly string[] {
  if (isLoadFailure(text)) return ['message', text];
  const kind = unifiedType(text) ?? stableType(type);
  const { texts, areTelling } = normalizeFrames(frames);
  if (texts.length === 0) return ['message', kind, text];
  return areTelling ? ['frames', kind, ...texts] : ['frames and message', kind, text, ...texts];
}

/** The type of faults for which engines and libraries use several. */
function unifiedType(text: string): string | undefined {
  if (isStackOverflow(text)) return 'RangeError';
  if (isAbort(text)) return 'AbortError';
  return isTimeout(text) ? 'TimeoutError' : undefined;
}

/** A class that a minifier named is an error of the program. */
const stableType = (type: string): string => (isMinifiedName(type) ? 'Error' : type);
