import { LIMITS, type Json } from '@sluice/contract';
import type { Frame } from './frame.js';
import { readFrames } from './readFrames.js';

type Payload = Readonly<Record<string, Json>>;

/** An error of a chain of causes. */
export interface Cause {
  /** `Error` if there is none. */
  readonly type: string;
  readonly message: string;
  /** Newest call first. */
  readonly frames: readonly Frame[];
  /**
   * The place of the group that it belongs to: 0 is the exception, 1 its nearest cause. Absent if it is the cause of the error before
   * it.
   */
  readonly parent?: number;
}

/**
 * The causes of an exception's payload, the nearest first, at most 8. A cause that is no error but a text or a number
 * is an `Error` with that message. Never throws. @param framesOf the frames of a cause
 */
export function readCauses(
  payload: Payload,
  framesOf: (cause: Payload) => readonly Frame[] = readFrames,
): readonly Cause[] {
  const causes: Cause[] = [];
  let next = payload['cause'];
  while (next !== undefined && next !== null && causes.length < LIMITS.cutCauses) {
    if (typeof next !== 'object' || Array.isArray(next)) {
      if (!Array.isArray(next)) causes.push({ type: 'Error', message: String(next), frames: [] });
      break;
    }
    const error = next as Payload;
    const parent = parentOf(error, causes.length);
    causes.push({
      type: textOf(error['type']) || 'Error',
      message: textOf(error['message']),
      frames: framesOf(error),
      ...(parent !== undefined && { parent }),
    });
    next = error['cause'];
  }
  return causes;
}

/** Returns the place of a group before a cause. @param before errors before it, without the exception itself */
function parentOf({ parent }: Payload, before: number): number | undefined {
  const isPlace = typeof parent === 'number' && Number.isInteger(parent) && parent >= 0 && parent <= before;
  return isPlace ? parent : undefined;
}

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
