import { expect, jest, test } from '@jest/globals';
import type { ClientBase } from 'pg';
import { runStep } from './runStep.js';

test.each(['55P03', '40P01'])('a step that meets the lock problem %s is run again, ten times at most', async (code) => {
  const some = failing(code, 3);
  await some.run();
  expect(some.changes()).toBe(4);
  const many = failing(code, 100);
  await expect(many.run()).rejects.toThrow(code);
  expect(many.changes()).toBe(10);
});

test('another error ends it', async () => {
  const other = failing('23505', 1);
  await expect(other.run()).rejects.toThrow('23505');
  expect(other.changes()).toBe(1);
});

function failing(code: string, times: number) {
  let left = times;
  const query = jest.fn((text: string) => {
    if (text !== 'change' || left === 0) return Promise.resolve();
    left -= 1;
    return Promise.reject(Object.assign(new Error(code), { code, severity: 'ERROR' }));
  });
  const run = () => runStep({ query } as unknown as ClientBase, ['change']);
  const changes = () => query.mock.calls.filter(([text]) => text === 'change').length;
  return { run, changes };
}
