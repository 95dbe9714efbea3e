import { describe, expect, test } from '@jest/globals';
import { perEvent, sumByTable } from './perEvent.mjs';

describe('cost of an event', () => {
  test('separates growth of the table of the type from that of derived tables', () => {
    const before = { logs: 8_192, spans: 8_192, usage: 8_192 };
    const after = { logs: 28_192, spans: 8_192, usage: 10_192, receipts: 1_000 };
    expect(perEvent({ before, after, table: 'logs', events: 100 })).toEqual({ ownBytes: 200, otherBytes: 30 });
  });

  test('counts partitions as their table', () => {
    const relations = [
      { table: 'logs', bytes: '10' },
      { table: 'logs', bytes: '20' },
      { table: 'usage', bytes: '5' },
    ];
    expect(sumByTable(relations)).toEqual({ logs: 30, usage: 5 });
  });
});
