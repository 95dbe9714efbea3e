import { describe, expect, test } from '@jest/globals';
import { PARTITIONED_TABLES, type ListedPartition, type PartitionedTable } from '@sluice/db';
import { partitionsAhead } from './partitionsAhead.js';

const HOUR = 3_600_000;

describe('the time for which partitions exist', () => {
  test.each<[string, readonly ListedPartition[], number]>([
    ['is that of the table with the least', withSpans(partition('spans', 0, 24)), 14],
    [
      'spans partitions without a gap, in any order',
      withSpans(partition('spans', 24, 48), partition('spans', 0, 24)),
      38,
    ],
    ['ends at a gap', withSpans(partition('spans', 0, 24), partition('spans', 25, 48)), 14],
    ['is 0 if none holds the present', withSpans(partition('spans', 11, 48)), 0],
    ['is 0 if a table has none', withSpans(), 0],
    ['does not count a partition that is being removed', withSpans(partition('spans', 0, 24, true)), 0],
  ])('%s', (_name, partitions, hours) => {
    expect(partitionsAhead(partitions, 10 * HOUR)).toBe(hours * HOUR);
  });
});

function partition(table: PartitionedTable, fromHour: number, toHour: number, detaching = false): ListedPartition {
  return {
    table,
    name: `${table}_p`,
    detaching,
    fromMs: fromHour * HOUR,
    toMs: toHour * HOUR,
  };
}

/** Every table has partitions for these hours, except that `spans` has its own. */
function withSpans(...spans: readonly ListedPartition[]): readonly ListedPartition[] {
  return [
    ...PARTITIONED_TABLES.filter((table) => table !== 'spans').map((table) => partition(table, 0, 100)),
    ...spans,
  ];
}
