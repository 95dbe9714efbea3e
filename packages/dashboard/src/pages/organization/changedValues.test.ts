import { expect, test } from '@jest/globals';
import { changedValues } from './changedValues';

test('the list of changes names every value before and after, without those that were never set', () => {
  expect(
    changedValues({ role: 'member', old: [1], name: '' }, { role: 'admin', limit: null, on: true, name: '' }),
  ).toEqual([
    { name: 'role', from: 'member', to: 'admin' },
    { name: 'old', from: '[1]', to: 'none' },
    { name: 'on', from: undefined, to: 'true' },
  ]);
});

test('lists are shown as their entries; what is created has no value before', () => {
  expect(changedValues(null, { scopes: ['project:read', 'project:admin'], expiresAt: null, name: '' })).toEqual([
    { name: 'scopes', from: undefined, to: 'project:read, project:admin' },
  ]);
  expect(changedValues({ ips: ['10.0.0.0/8'] }, { ips: [] })).toEqual([
    { name: 'ips', from: '10.0.0.0/8', to: 'empty' },
  ]);
});

test('the list of changes cuts long values, and has none for an entry without values', () => {
  expect(changedValues(null, { text: 'x'.repeat(121) })[0]?.to).toBe(`${'x'.repeat(120)}…`);
  expect(changedValues(null, null)).toEqual([]);
});
