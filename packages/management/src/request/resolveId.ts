import type { Database } from '@sluice/db';
import {
  findIds,
  isUuidKind,
  isCompleteId,
  readIdPrefix,
  withDashes,
  type IdKind,
  type IdPrefix,
} from '@sluice/reading';
import { AmbiguousIdError, ApiError } from '../apiError.js';

/** Maximum ids that the error lists. */
const MAX_LISTED_IDS = 10;

/** Digits, fewer than the 8 that are needed. */
const TOO_SHORT = /^[0-9a-f]{1,7}$/i;

/** Where an id is looked for. */
interface IdSource {
  /** What the ids identify, for messages: `issue`. */
  readonly kind: string;
  /** Whether ids are UUIDs in lower case, not texts as clients sent them. */
  readonly isUuid: boolean;
  /** Returns at most `most` ids with this prefix. */
  readonly find: (prefix: IdPrefix, most: number) => Promise<readonly string[]>;
}

/** Returns the id of an object of a project that {@link resolveIdOf} finds. @throws ApiError */
export const resolveId = (db: Database, projectId: string, kind: IdKind, given: string): Promise<string> =>
  resolveIdOf(given, {
    kind,
    isUuid: isUuidKind(kind),
    find: (prefix, most) => findIds(db, { projectId, kind, prefix, most }),
  });

/**
 * Returns the id that starts with the given 8 hex digits or more, dashes optional. Throws a 409 `ambiguous_id` that lists the
 * ids if several do, and a 404 for fewer digits of a UUID. Any other text, and a start that no id has, is returned unchanged:
 * reading it is a 404 or finds nothing. Queries the database only if the id is not whole.
 */
export async function resolveIdOf(given: string, { kind, isUuid, find }: IdSource): Promise<string> {
  const prefix = readIdPrefix(given);
  if (prefix === undefined) {
    if (!isUuid || !TOO_SHORT.test(given)) return given;
    throw new ApiError(404, 'not_found', `"${given}" is too short for an id: at least the first 8 digits are needed.`);
  }
  if (isCompleteId(prefix)) return isUuid ? withDashes(prefix.toLowerCase()) : given;
  const ids = await find(prefix, MAX_LISTED_IDS + 1);
  // An id that a client made may be short itself, and others may begin with it.
  if (ids.includes(given)) return given;
  const [id = given] = ids;
  if (ids.length > 1) {
    const many = ids.length > MAX_LISTED_IDS ? `more than ${MAX_LISTED_IDS}` : ids.length;
    const message = `"${given}" matches ${many} ${kind} ids. Give more digits.`;
    throw new AmbiguousIdError(message, ids.slice(0, MAX_LISTED_IDS));
  }
  return id;
}
