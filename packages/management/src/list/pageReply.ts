import type { Page } from '@sluice/db';
import type { Reply, RouteContext } from '../route.js';
import { writeCursor } from './cursor.js';

/** Returns a page as the body of `listResponse`. @param list the name given to `readPage` */
export function pageReply<T>(
  page: Page<T>,
  list: string,
  { project }: RouteContext,
  toWire: (row: T) => unknown,
): Reply<unknown> {
  const next = page.next === undefined ? null : writeCursor({ projectId: project.id, list, after: page.next });
  const scannedTo = page.scannedToMs === undefined ? null : new Date(page.scannedToMs).toISOString();
  return { body: { data: page.rows.map(toWire), next, scannedTo } };
}
