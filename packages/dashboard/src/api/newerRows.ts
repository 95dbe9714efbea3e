/** A page of a list, as far as it matters which rows it has. */
interface Page {
  readonly data: readonly unknown[];
}

type KeyOf = (row: never) => string;

/** What the first page has now, compared with the rows that are shown. */
export interface Newer {
  /** Rows that were never shown. */
  readonly count: number;
  /** The first page has new rows, lacks some between those that are shown, or has another order: to show it would move rows. */
  readonly wouldMove: boolean;
}

const keysOf = (page: Page, keyOf: KeyOf): readonly string[] => page.data.map((row) => keyOf(row as never));

/**
 * Compares the first page of a list with the rows that are shown.
 * @param shown the loaded pages
 * @param seen keys of all rows that were shown: a row that the reader has moved away is not new
 */
export function compareRows(shown: readonly Page[], newest: Page, seen: ReadonlySet<string>, keyOf: KeyOf): Newer {
  const known = shown.flatMap((page) => keysOf(page, keyOf));
  const now = keysOf(newest, keyOf);
  const count = now.filter((key) => !seen.has(key)).length;
  const [before, after] = [new Set(known), new Set(now)];
  // Of the shown rows only those count that the first page may have: it ends earlier.
  const kept = known.slice(0, known.findLastIndex((key) => after.has(key)) + 1);
  const stayed = now.filter((key) => before.has(key));
  return {
    count,
    wouldMove: count > 0 || stayed.length < kept.length || stayed.some((key, index) => kept[index] !== key),
  };
}

/** Returns the pages with the rows as the newest page has them, each at its place. */
export function updateRows<Pages extends readonly Page[]>(shown: Pages, newest: Page, keyOf: KeyOf): Pages {
  const rows = new Map(newest.data.map((row) => [keyOf(row as never), row]));
  return shown.map((page) => ({
    ...page,
    data: page.data.map((row) => rows.get(keyOf(row as never)) ?? row),
  })) as unknown as Pages;
}
