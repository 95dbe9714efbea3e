import type { Cause } from '@sluice/stacktrace';
import { isLoadFailure, isStackOverflow } from './normalizeEngineMessage.js';
import { normalizeFrames } from './normalizeFrames.js';
import { isMinifiedName } from './normalizeFunction.js';
import { normalizeMessage } from './normalizeMessage.js';

/**
 * Version 1 of the text that is equal for all exceptions of one fault. For an error and each of its causes: type and
 * frames; also the message if the frames do not show where it happened; only the message if there are no usable
 * frames, or if a part of the program could not be loaded. Changing this function, or any that it calls, opens new
 * issues for old faults: add a new version instead.
 */
export function fingerprintV1(errors: readonly Cause[]): readonly (readonly string[])[] {
  const described = errors.map(describe);
  // Retries that wrap each other repeat the same error.
  return described.filter((one, index) => JSON.stringify(one) !== JSON.stringify(described[index - 1]));
}

function describe({ type, message, frames }: Cause): readonly string[] {
  const text = normalizeMessage(message);
  if (isLoadFailure(text)) return ['message', text];
  const kind = isStackOverflow(text) ? 'RangeError' : stableType(type);
  const { texts, areTelling } = normalizeFrames(frames);
  if (texts.length === 0) return ['message', kind, text];
  return areTelling ? ['frames', kind, ...texts] : ['frames and message', kind, text, ...texts];
}

/** A class that a minifier named is an error of the program. */
const stableType = (type: string): string => (isMinifiedName(type) ? 'Error' : type);
