import { ownerOf, readCursor, writeCursor } from '@sluice/management';

/** Query of a list in order of slugs. */
export interface PageQuery {
  readonly limit: number;
  readonly cursor?: string;
}

/** A list of an organization. */
export interface SlugList {
  readonly list: string;
  readonly limit: number;
  readonly organization: { readonly id: string };
}

/** Returns the slug after which the page begins. @throws ApiError like `readCursor` */
export const slugAfter = ({ cursor }: PageQuery, list: SlugList): string | undefined =>
  cursor === undefined ? undefined : readCursor(cursor, { owner: ownerOf(list), list: list.list });

/** Returns the first `limit` of up to `limit + 1` rows, with a cursor if there are more. */
export function bySlug<T>(
  rows: readonly T[],
  list: SlugList,
  slugOf: (row: T) => string,
): { readonly rows: readonly T[]; readonly next: string | null } {
  const shown = rows.slice(0, list.limit);
  const last = rows.length > list.limit ? shown.at(-1) : undefined;
  const next = last === undefined ? null : writeCursor({ owner: ownerOf(list), list: list.list, after: slugOf(last) });
  return { rows: shown, next };
}
