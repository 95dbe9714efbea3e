/** What a row is sorted by; `undefined` if the row has no value. */
export type SortValue<Row> = (row: Row) => number | undefined;

/** Returns rows by a value, the greatest first; rows of the same value keep their order, rows without one are at the end. */
export const orderRows = <Row>(rows: readonly Row[], value: SortValue<Row>): readonly Row[] =>
  rows.toSorted((a, b) => {
    const [first, second] = [value(a), value(b)];
    if (first === undefined || second === undefined) return Number(first === undefined) - Number(second === undefined);
    return second - first;
  });
