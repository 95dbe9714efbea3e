import { describe, expect, test } from '@jest/globals';
import { readTailPosition, writeTailPosition } from './tailPosition.js';

const NOW = Date.UTC(2026, 10, 24);

describe('the position of a log tail', () => {
  test('is the id of an event', () => {
    const position = { horizon: '815', sinceMs: NOW };
    expect(readTailPosition(writeTailPosition(position))).toEqual(position);
  });

  test.each(['', '1', '-1', '1-', 'x-1', '1-2-3', '1--2', '1-1.5', `1${'0'.repeat(18)}-1`])(
    '%j is not a position',
    (id) => {
      expect(readTailPosition(id)).toBeNull();
    },
  );
});
