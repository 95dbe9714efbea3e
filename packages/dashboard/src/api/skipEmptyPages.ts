/** A page as far as it matters whether it is empty. */
interface Page {
  readonly data: readonly unknown[];
  readonly next: string | null;
}

/**
 * Reads pages until one has a row, the list ends, or `most` pages are read; returns the last one.
 * A bounded scan that finds nothing answers an empty page with a `next`.
 */
export async function skipEmptyPages<Answer extends Page>(
  read: (cursor: string | undefined) => Promise<Answer>,
  cursor: string | undefined,
  most: number,
): Promise<Answer> {
  let page = await read(cursor);
  for (let pages = 1; pages < most && page.data.length === 0 && page.next !== null; pages += 1) {
    page = await read(page.next);
  }
  return page;
}
