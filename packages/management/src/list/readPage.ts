import type { PageRequest } from '@sluice/reading';
import type { RouteContext } from '../routeContext.js';
import { readCursor } from './cursor.js';
import type { ListQuery } from '@sluice/api-contract';
import { readRange } from './readTime.js';

/**
 * Returns the page that a query asks for.
 * @param list name of the list, including its sort order if it has several
 * @throws ApiError 404 for a cursor of another project; 400 for a malformed cursor, one of another list, or a bad time
 */
export function readPage(query: ListQuery, list: string, { project }: RouteContext): PageRequest {
  const after = query.cursor === undefined ? undefined : readCursor(query.cursor, { projectId: project.id, list });
  return { limit: query.limit, after, ...readRange(query) };
}
