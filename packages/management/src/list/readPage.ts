import type { PageRequest } from '@sluice/db';
import type { RouteContext } from '../route.js';
import { readCursor } from './cursor.js';
import type { ListQuery } from './listQuery.js';
import { readRange } from './readTime.js';

/**
 * The page that a query asks for. Refuses cursors of other projects (404), other lists and malformed ones (400), and
 * times that are none (400). @param list name of the list, and of its sort where it has several
 */
export function readPage(query: ListQuery, list: string, { project }: RouteContext): PageRequest {
  const after = query.cursor === undefined ? undefined : readCursor(query.cursor, { projectId: project.id, list });
  return { limit: query.limit, after, ...readRange(query) };
}
