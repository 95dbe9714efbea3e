import { normalize } from '../core/normalize.js';

const MOST_CHARACTERS = 2_048;

type Target = Partial<Record<'src' | 'href' | 'nodeName', unknown>>;

/** What is in an object that is no error, shortly: `code: 42, detail: sold out`; an event by its type and its target. */
export function whatIsIn(object: { type?: unknown; target?: Target | null }): string {
  const { type, target } = object;
  if (target) {
    const name = [target.src, target.href, target.nodeName].find((one) => typeof one === 'string');
    // What follows the path of an address may be a secret.
    return `${type as string} of ${name as string}`.replace(/[?#].*/s, '');
  }
  // In lines, of which the marks of JSON are taken away: `code: 42, detail: sold out`.
  const lines = JSON.stringify(normalize(object, { characters: MOST_CHARACTERS }), null, 1);
  return lines.replace(/[{}"\n]/g, '').trim();
}
