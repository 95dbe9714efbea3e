import { isSecretName } from './isSecretName.js';

/** Names judged before: a program uses few, again and again. */
const KNOWN = new Map<string, boolean>();
const MOST_KNOWN = 4_096;
/** Longer names could be slices that keep their whole text in memory; judging them costs as much as copying. */
const LONGEST_KNOWN = 12;

/** {@link isSecretName} with a cache. */
export function isKnownSecretName(name: string): boolean {
  if (name.length > LONGEST_KNOWN) return isSecretName(name);
  const known = KNOWN.get(name);
  if (known !== undefined) return known;
  // Cleared as a whole: no order has to be maintained, and only senders of ever new names pay for it.
  if (KNOWN.size >= MOST_KNOWN) KNOWN.clear();
  const isSecret = isSecretName(name);
  KNOWN.set(name, isSecret);
  return isSecret;
}

/** Headers that carry secrets, in the form of logs (`Name: value`) and of header lists. */
const HEADER = /^(?:(?:proxy-)?authorization|(?:set-)?cookie|x-[\w-]+)$/i;

/** Whether it is the name of a secret header. Other names are common in prose and lists. */
export const isSecretHeader = (name: string): boolean => HEADER.test(name) && isKnownSecretName(name);

/** A working directory in a shell. */
const PATH = /^(?:[.~]{0,2}\/|[a-z]:\\)/i;

/** Names of secrets that have other meanings as well. */
const AMBIGUOUS = /^(?:pass|pwd)$|(?:pin|session)\d*$/i;
const SHORTEST_PIN = 1_000;

/** Whether values under this name have to be examined. */
export const mayBeHarmless = (name: string): boolean => AMBIGUOUS.test(name);

/**
 * Whether a value is not a secret despite its name: `pass` as a test count, `PWD` as a directory, the pin of a
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
