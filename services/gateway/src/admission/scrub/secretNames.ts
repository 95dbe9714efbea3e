import { isSecretName } from './isSecretName.js';

/** Names that were judged before: those of a program are few, and come again and again. */
const KNOWN = new Map<string, boolean>();
const MOST_KNOWN = 4_096;
/** Longer ones could be slices that keep the whole text that they were found in, and are judged as soon as copied. */
const LONGEST_KNOWN = 12;

/** {@link isSecretName}, remembered. */
export function isKnownSecretName(name: string): boolean {
  if (name.length > LONGEST_KNOWN) return isSecretName(name);
  const known = KNOWN.get(name);
  if (known !== undefined) return known;
  // Cleared as a whole: no order must be maintained, and only senders of ever new names pay for it.
  if (KNOWN.size >= MOST_KNOWN) KNOWN.clear();
  const isSecret = isSecretName(name);
  KNOWN.set(name, isSecret);
  return isSecret;
}

/** Headers that carry secrets, as logs show them (`Name: value`) and lists of headers hold them. */
const HEADER = /^(?:(?:proxy-)?authorization|(?:set-)?cookie|x-[\w-]+)$/i;

/** Whether it is the name of a header that is a secret; of other names prose and lists are full. */
export const isSecretHeader = (name: string): boolean => HEADER.test(name) && isKnownSecretName(name);

/** A working directory, as shells name theirs. */
const PATH = /^(?:[.~]{0,2}\/|[a-z]:\\)/i;

/** Names of secrets that are also names of something else. */
const AMBIGUOUS = /^(?:pass|pwd)$|(?:pin|session)\d*$/i;
const SHORTEST_PIN = 1_000;

/** Whether values of this name are looked at. */
export const mayBeHarmless = (name: string): boolean => AMBIGUOUS.test(name);

/**
 * Whether a value is none of a secret in spite of its name: what tests count as `pass`, where a shell is (`PWD`), the pin of a
 * circuit, a session that is described or counted.
 */
export function isHarmless(name: string, value: unknown): boolean {
  if (!mayBeHarmless(name)) return false;
  const lower = name.toLowerCase();
  if (lower === 'pwd') return typeof value === 'string' && PATH.test(value);
  if (lower === 'pass') return typeof value === 'number';
  if (typeof value === 'object') return !Array.isArray(value);
  return typeof value === 'number' && (!lower.includes('pin') || value < SHORTEST_PIN);
}
