import { CliError } from '../cliError.js';

/** Ids that a refusal lists, and one more. */
export const MOST_FOUND = 11;

/** Returns the one id that starts with `given`. Throws if no id does, and lists the ids if several do. */
export function theOnly(what: string, given: string, found: readonly string[]): string {
  const [id] = found;
  if (id === undefined) throw new CliError('not_found', `There is no ${what} whose id begins with "${given}"`);
  if (found.length === 1) return id;
  const many = found.length < MOST_FOUND ? found.length : `more than ${MOST_FOUND - 1}`;
  const message = `"${given}" is the beginning of ${many} ${what} ids. Give more digits.`;
  throw new CliError('usage', message, 2, found.slice(0, MOST_FOUND - 1));
}
