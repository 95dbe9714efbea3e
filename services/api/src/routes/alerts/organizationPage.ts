import type { Page, PageRequest } from '@sluice/reading';
import { described, integer, rangeFields, text } from '@sluice/api-contract';
import { readCursor, readRange, writeCursor, type Reply } from '@sluice/management';

/** Query of a list that is latest first. */
export interface AlertPageQuery {
  readonly limit: number;
  readonly cursor?: string;
  readonly from?: string;
  readonly to?: string;
}

/** Limit and cursor of a list. */
export const cursorFields = {
  limit: { ...integer(1, 100), default: 50, description: 'Rows per page.' },
  cursor: described(text(2_048), 'The `next` of the previous page, sent with the same other parameters.'),
};

/** Limit, cursor and range of a list. */
export const alertPageFields = { ...cursorFields, ...rangeFields };

/** A list of an organization; its cursors contain the id of the organization. */
export interface OrganizationList {
  readonly list: string;
  readonly organizationId: string;
}

const keyOf = ({ list, organizationId }: OrganizationList) => ({ projectId: `organization ${organizationId}`, list });

/** Returns the page that a query asks for. @throws ApiError like `readPage` */
export const readOrganizationPage = (query: AlertPageQuery, list: OrganizationList): PageRequest => ({
  limit: query.limit,
  ...readRange(query),
  after: query.cursor === undefined ? undefined : readCursor(query.cursor, keyOf(list)),
});

/** Returns a page as the body of `listResponse`. */
export const organizationPageReply = <T>(
  page: Page<T>,
  list: OrganizationList,
  toWire: (row: T) => unknown,
): Reply<unknown> => ({
  body: {
    data: page.rows.map(toWire),
    next: page.next === undefined ? null : writeCursor({ ...keyOf(list), after: page.next }),
    scannedTo: null,
  },
});
