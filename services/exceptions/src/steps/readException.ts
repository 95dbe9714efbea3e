import { cut, LIMITS, type Json } from '@sluice/contract';
import { isObject, readLine, readText, readWord } from '@sluice/enrichment';

/** A stack frame as far as grouping understands it. */
export interface Frame {
  readonly file: string;
  readonly function: string;
  readonly inApp: boolean;
}

/** An exception's payload with the defaults of decisions, section 2. */
export interface ExceptionFacts {
  readonly type: string;
  readonly message: string;
  readonly level: string;
  readonly handled: boolean | null;
  /** Newest call first. */
  readonly frames: readonly Frame[];
  /** The parts of an explicit fingerprint; empty where there is none. */
  readonly fingerprint: readonly string[];
}

/** Reads an exception's payload; what has another shape than expected counts as absent. Never throws. */
export function readException(payload: Readonly<Record<string, Json>>): ExceptionFacts {
  const { type, message, level, handled, frames, fingerprint } = payload;
  return {
    type: readText(type, LIMITS.cutIndexed) ?? 'Error',
    message: cut(readLine(message), LIMITS.cutMessage),
    level: readWord(level, ['error', 'fatal', 'warning', 'info']),
    handled: typeof handled === 'boolean' ? handled : null,
    frames: Array.isArray(frames) ? (frames as readonly Json[]).filter(isObject).map(readFrame) : [],
    fingerprint: Array.isArray(fingerprint)
      ? (fingerprint as readonly Json[]).filter((part) => typeof part === 'string')
      : [],
  };
}

function readFrame(frame: Readonly<Record<string, Json>>): Frame {
  return {
    file: typeof frame['file'] === 'string' ? frame['file'] : '',
    function: typeof frame['function'] === 'string' ? frame['function'] : '',
    // A client that does not say leaves the frame in: better one frame too many than no frames.
    inApp: frame['inApp'] !== false,
  };
}
