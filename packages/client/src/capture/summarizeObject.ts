import { normalize } from '../core/normalize.js';
import { stringify } from '../core/stringify.js';
import { LONGEST_OBJECT } from './limits.js';

type Target = Partial<Record<'src' | 'href' | 'nodeName', unknown>>;

/** Summarizes an object that is not an error: `code: 42, detail: sold out`; an event by type and target. */
export function summarizeObject(object: { type?: unknown; target?: Target | null }): string {
  const { type, target } = object;
  if (target) {
    const name = [target.src, target.href, target.nodeName].find((one) => typeof one === 'string');
    // Query and fragment may contain secrets.
    return `${type as string} of ${name as string}`.replace(/[?#].*/s, '');
  }
  // Lines without JSON punctuation: `code: 42, detail: sold out`.
  const lines = stringify(normalize(object, { characters: LONGEST_OBJECT }), 1);
  return lines.replace(/[{}"\n]/g, '').trim();
}
