import type { ListQuery } from '@sluice/api-contract';
import type { PageRequest } from '@sluice/reading';
import { readCursor } from './cursor.js';
import { ownerOf, type ListOwner } from './listOwner.js';
import { readRange } from './readTime.js';

/**
 * Returns the page that a query asks for.
 * @param list name of the list, including its sort order if it has several
 * @throws ApiError 404 for a cursor of another project or organization; 400 for a malformed cursor, one of another list, or a bad time
 */
export function readPage(query: ListQuery, list: string, owner: ListOwner): PageRequest {
  const after = query.cursor === undefined ? undefined : readCursor(query.cursor, { owner: ownerOf(owner), list });
  return { limit: query.limit, after, ...readRange(query) };
}
