import type { Page } from '@sluice/reading';
import { writeCursor } from './cursor.js';
import { ownerOf, type ListOwner } from './listOwner.js';

/** The body of `listResponse`. */
interface PageBody<Item> {
  readonly data: readonly Item[];
  readonly next: string | null;
  readonly scannedTo: string | null;
}

/** Returns a page as the body of `listResponse`. @param list the name given to `readPage` */
export function pageReply<Row, Item>(
  page: Page<Row>,
  list: string,
  owner: ListOwner,
  toWire: (row: Row) => Item,
): { readonly body: PageBody<Item> } {
  const next = page.next === undefined ? null : writeCursor({ owner: ownerOf(owner), list, after: page.next });
  const scannedTo = page.scannedToMs === undefined ? null : new Date(page.scannedToMs).toISOString();
  return { body: { data: page.rows.map(toWire), next, scannedTo } };
}
