import { type Schema, listQuery, readCursor, writeCursor } from '@sluice/management';

/** A page of what is in order of slugs. */
export interface PageQuery {
  readonly limit: number;
  readonly cursor?: string;
}

/** Query schema of {@link PageQuery}: as in every list. */
export const pageFields: Readonly<Record<string, Schema>> = Object.fromEntries(
  Object.entries(listQuery().properties).filter(([name]) => name === 'limit' || name === 'cursor'),
);

/** Which list of which organization. */
export interface SlugList {
  readonly list: string;
  readonly limit: number;
  readonly organization: { readonly id: string };
}

/** Cursors of an organization name it where others name a project. */
const ownerOf = ({ organization }: SlugList): string => `organization ${organization.id}`;

/** The slug after which the page begins; refuses cursors as every list does. */
export const slugAfter = ({ cursor }: PageQuery, list: SlugList): string | undefined =>
  cursor === undefined ? undefined : readCursor(cursor, { projectId: ownerOf(list), list: list.list });

/** The first `limit` of at most `limit + 1` rows, and the cursor where there are more. */
export function bySlug<T>(
  rows: readonly T[],
  list: SlugList,
  slugOf: (row: T) => string,
): { readonly rows: readonly T[]; readonly next: string | null } {
  const shown = rows.slice(0, list.limit);
  const last = rows.length > list.limit ? shown.at(-1) : undefined;
  const next =
    last === undefined ? null : writeCursor({ projectId: ownerOf(list), list: list.list, after: slugOf(last) });
  return { rows: shown, next };
}
