import { CliError } from '../cliError.js';

/** One more than the ids that the error lists. */
export const MOST_FOUND = 11;

/** Returns the only id that starts with `given`. @throws CliError if there is none, or several, which it lists */
export function theOnly(what: string, given: string, found: readonly string[]): string {
  const [id] = found;
  if (id === undefined) throw new CliError('not_found', `No ${what} has an id that begins with "${given}"`);
  if (found.length === 1) return id;
  const many = found.length < MOST_FOUND ? found.length : `more than ${MOST_FOUND - 1}`;
  const message = `"${given}" matches ${many} ${what} ids. Give more digits.`;
  throw new CliError('usage', message, 2, found.slice(0, MOST_FOUND - 1));
}
