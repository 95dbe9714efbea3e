import { ApiError, notFound } from '../apiError.js';

/** The content of a cursor: a position in one list of one owner. */
export interface CursorPosition {
  /** See `ownerOf`. */
  readonly owner: string;
  /** Name of the list. */
  readonly list: string;
  /** The `after` of the page request; its format belongs to the list. */
  readonly after: string;
}

/** Encodes a position as opaque text. */
export const writeCursor = ({ owner, list, after }: CursorPosition): string =>
  Buffer.from(JSON.stringify([owner, list, after])).toString('base64url');

/**
 * Returns the `after` of a cursor.
 * @throws ApiError 400 `bad_cursor` if it is malformed or belongs to another list, 404 if it belongs to another owner
 */
export function readCursor(cursor: string, { owner, list }: Omit<CursorPosition, 'after'>): string {
  const place = parse(cursor);
  if (place === undefined) throw badCursor('The cursor is malformed: send `next` of a previous response unchanged.');
  if (place.owner !== owner) throw notFound('page');
  if (place.list !== list) throw badCursor('The cursor belongs to another list or sort order.');
  return place.after;
}

/** 400 for a cursor that cannot be used. */
export const badCursor = (message: string): ApiError => new ApiError(400, 'bad_cursor', message);

function parse(cursor: string): CursorPosition | undefined {
  const bytes = Buffer.from(cursor, 'base64url');
  // Decoding ignores invalid characters and trailing bits.
  if (bytes.toString('base64url') !== cursor) return undefined;
  let fields: unknown;
  try {
    fields = JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
  if (!Array.isArray(fields) || fields.length !== 3) return undefined;
  const [owner, list, after] = fields as readonly unknown[];
  if (typeof owner !== 'string' || typeof list !== 'string' || typeof after !== 'string') return undefined;
  return { owner, list, after };
}
