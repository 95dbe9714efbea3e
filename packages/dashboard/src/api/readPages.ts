/** A page of a list, as far as reading on needs it. */
interface Page<Row> {
  readonly data: readonly Row[];
  readonly next: string | null;
}

/** Reads a list page by page and returns its rows: all of at most `most` pages. */
export async function readPages<Row>(
  readPage: (cursor: string | undefined) => Promise<Page<Row>>,
  most: number,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < most; page += 1) {
    const { data, next } = await readPage(cursor);
    rows.push(...data);
    if (next === null) break;
    cursor = next;
  }
  return rows;
}
