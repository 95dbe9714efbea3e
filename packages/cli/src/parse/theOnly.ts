import { CliError, usageError } from '../cliError.js';

/** Ids that a refusal lists, and one more. */
export const MOST_FOUND = 11;

/** The one id that begins so. Throws where no id does, and lists the ids where several do. */
export function theOnly(what: string, given: string, found: readonly string[]): string {
  const [id] = found;
  if (id === undefined) throw new CliError('not_found', `There is no ${what} whose id begins with "${given}"`);
  if (found.length === 1) return id;
  const listed = found.slice(0, MOST_FOUND - 1).join(', ');
  const many = found.length < MOST_FOUND ? found.length : `more than ${MOST_FOUND - 1}`;
  throw usageError(`"${given}" is the beginning of ${many} ids: ${listed}. Give more digits`);
}
