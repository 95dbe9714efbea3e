import { describe, expect, test } from '@jest/globals';
import { lowestIdAt } from '@sluice/contract';
import { boundsOf, partitionAt, partitionOfName } from './partition.js';

const moment = Date.UTC(2026, 10, 20, 13, 45);

describe('a partition', () => {
  test('is named for its table and time', () => {
    expect(partitionAt('spans', 'day', moment).name).toBe('spans_p20261120');
    expect(partitionAt('receipts', 'hour', moment).name).toBe('receipts_p2026112013');
  });

  test('is known again by its name', () => {
    for (const partition of [partitionAt('logs', 'hour', moment), partitionAt('traces', 'day', moment)]) {
      expect(partitionOfName(partition.name)).toEqual(partition);
    }
    expect(partitionOfName('projects')).toBeUndefined();
    expect(partitionOfName('projects_p20261120')).toBeUndefined();
  });

  test('is bounded by the smallest ids of two moments, that of traces by days', () => {
    expect(boundsOf(partitionAt('spans', 'hour', moment))).toEqual({
      from: lowestIdAt(Date.UTC(2026, 10, 20, 13)),
      to: lowestIdAt(Date.UTC(2026, 10, 20, 14)),
    });
    expect(boundsOf(partitionAt('traces', 'day', moment))).toEqual({ from: '2026-11-20', to: '2026-11-21' });
  });
});
