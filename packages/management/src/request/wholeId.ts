import { findIds, isUuidKind, isWhole, readIdPrefix, withDashes, type Database, type IdKind } from '@sluice/db';
import { ApiError } from '../apiError.js';

/** Ids that a refusal lists. */
const MOST_LISTED = 10;

/**
 * The id that begins so, with 8 hex digits or more, dashes optional: a 409 `ambiguous_id` that lists them where there are
 * several. Any other text, and what is the beginning of none, is returned as it is: reading it is a 404 or finds nothing.
 * Asks the database only where the id is not whole.
 */
export async function wholeId(db: Database, projectId: string, kind: IdKind, given: string): Promise<string> {
  const prefix = readIdPrefix(given);
  if (prefix === undefined) return given;
  if (isWhole(prefix)) return isUuidKind(kind) ? withDashes(prefix.toLowerCase()) : given;
  const ids = await findIds(db, { projectId, kind, prefix, most: MOST_LISTED + 1 });
  // An id that a client made may be short itself, and others may begin with it.
  if (ids.includes(given)) return given;
  const [id = given] = ids;
  if (ids.length > 1) throw new ApiError(409, 'ambiguous_id', ambiguous(kind, given, ids));
  return id;
}

function ambiguous(kind: IdKind, given: string, ids: readonly string[]): string {
  const listed = ids.slice(0, MOST_LISTED).join(', ');
  const many =
    ids.length > MOST_LISTED ? `more than ${MOST_LISTED} ${kind} ids, the first are` : `${ids.length} ${kind} ids:`;
  return `"${given}" is the beginning of ${many} ${listed}. Give more digits.`;
}

/** What is said of a parameter that is read by {@link wholeId}. */
export const SHORT_IDS =
  'The first 8 hex digits or more are enough, dashes optional; 409 `ambiguous_id` where several ids begin so.';
