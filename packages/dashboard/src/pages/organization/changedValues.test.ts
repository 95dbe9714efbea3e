import { expect, test } from '@jest/globals';
import { changedValues } from './changedValues';

test('names every value before and after', () => {
  expect(changedValues({ role: 'member', old: [1] }, { role: 'admin', limit: null, on: true })).toEqual([
    { name: 'role', from: 'member', to: 'admin' },
    { name: 'old', from: '[1]', to: 'none' },
    { name: 'limit', from: 'none', to: 'none' },
    { name: 'on', from: 'none', to: 'true' },
  ]);
});

test('cuts long values, and has none for an entry without values', () => {
  expect(changedValues(null, { text: 'x'.repeat(121) })[0]?.to).toBe(`${'x'.repeat(120)}…`);
  expect(changedValues(null, null)).toEqual([]);
});
