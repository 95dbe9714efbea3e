import { expect, test } from '@jest/globals';
import { ok } from './finding.js';
import { runCheck } from './runCheck.js';

const FOUND = [ok('names', 'none')];

test('runCheck returns what a check finds', async () => {
  expect(await runCheck('names', () => Promise.resolve(FOUND))).toEqual(FOUND);
});

test('a check that fails is a finding', async () => {
  const [finding] = await runCheck('names', () => Promise.reject(new Error('no such table')));
  expect(finding).toMatchObject({ name: 'names', status: 'fail', message: 'check failed: no such table' });
});

test('a check without a result by its deadline is a finding that says so', async () => {
  const [finding] = await runCheck('names', () => new Promise(() => undefined), 10);
  expect(finding).toMatchObject({ name: 'names', status: 'fail', message: 'no result within 0.01 s' });
  expect(finding?.advice).toMatch(/does not answer/);
});
