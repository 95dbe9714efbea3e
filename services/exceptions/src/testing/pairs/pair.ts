import type { Json } from '@sluice/contract';
import type { CapturedError } from '../capturedError.js';

/** A payload of an exception, or an error as it was caught. */
export type Sent = Readonly<Record<string, Json>> | CapturedError;

/** Two exceptions, whether they are one issue, and why people would say so. */
export interface Pair {
  readonly is: 'same' | 'different';
  readonly why: string;
  readonly one: Sent;
  readonly other: Sent;
}

export const same = (why: string, one: Sent, other: Sent): Pair => ({ is: 'same', why, one, other });
export const different = (why: string, one: Sent, other: Sent): Pair => ({ is: 'different', why, one, other });
