import type { Cause } from '@sluice/stacktrace';
import { isLoadFailure, isStackOverflow } from './normalizeEngineMessage.js';
import { normalizeFrames } from './normalizeFrames.js';
import { isMinifiedName } from './normalizeFunction.js';
import { normalizeMessage } from './normalizeMessage.js';

/**
 * The first version of what is the same in all exceptions of one fault. For an error and each of its causes: the type
 * and the frames; with the message where the frames do not say where it happened; the message alone where there are no
 * frames, or where they say nothing (a part of the program could not be loaded). Changing it, or anything it calls, opens new
 * issues for old faults: add a version beside it instead.
 */
export function fingerprintV1(errors: readonly Cause[]): readonly (readonly string[])[] {
  const described = errors.map(describe);
  // Attempts that wrap each other say the same thing as often as was tried.
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
