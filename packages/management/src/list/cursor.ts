import { ApiError, notFound } from '../apiError.js';

/** What a cursor stands for: a place in one list of one project. */
export interface Place {
  readonly projectId: string;
  /** Name of the list. */
  readonly list: string;
  /** As the reader of the list wants it: the `after` of its page request. */
  readonly after: string;
}

/** A place as opaque text. */
export const writeCursor = ({ projectId, list, after }: Place): string =>
  Buffer.from(JSON.stringify([projectId, list, after])).toString('base64url');

/**
 * `after` of a cursor. A 400 `bad_cursor` where it is malformed or another list's; another project's is a 404, like
 * everything else of another project.
 */
export function readCursor(cursor: string, { projectId, list }: Omit<Place, 'after'>): string {
  const place = parse(cursor);
  if (place === undefined) throw badCursor('The cursor is not one of ours: send the next of an answer as it came.');
  if (place.projectId !== projectId) throw notFound('page');
  if (place.list !== list) throw badCursor('The cursor is of another list, or of another sort of this one.');
  return place.after;
}

/** A cursor that cannot be used: a 400. */
export const badCursor = (message: string): ApiError => new ApiError(400, 'bad_cursor', message);

function parse(cursor: string): Place | undefined {
  const bytes = Buffer.from(cursor, 'base64url');
  // Decoding passes over what is no base64url, and over bits that are left at the end.
  if (bytes.toString('base64url') !== cursor) return undefined;
  let fields: unknown;
  try {
    fields = JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
  if (!Array.isArray(fields) || fields.length !== 3) return undefined;
  const [projectId, list, after] = fields as readonly unknown[];
  if (typeof projectId !== 'string' || typeof list !== 'string' || typeof after !== 'string') return undefined;
  return { projectId, list, after };
}
