import { expect, test } from '@jest/globals';
import { newJobId, timeOfJobId } from './jobId.js';

test('a job id is new, acceptable to BullMQ, and knows its time', () => {
  const now = Date.UTC(2026, 0, 1);
  const ids = Array.from({ length: 1_000 }, () => newJobId(now));
  expect(new Set(ids).size).toBe(1_000);
  for (const id of ids) {
    expect(id).not.toMatch(/:|^\d+$/);
    expect(timeOfJobId(id)).toBe(now);
  }
});

test.each(['', '-', '42', 'repeat:1:2', 'ABC-1'])('%j is no id of ours', (id) => {
  expect(timeOfJobId(id)).toBeUndefined();
});
