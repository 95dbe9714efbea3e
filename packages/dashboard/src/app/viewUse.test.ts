import { expect, test } from '@jest/globals';
import { viewUseOf } from './viewUse';

test.each([
  ['logs', {}, ['environment', 'release', 'range']],
  ['logs', { trace: 'a' }, ['environment', 'release']],
  ['traces', {}, ['environment', 'range']],
  ['traces', { tab: 'traces' }, ['environment', 'release', 'range']],
  ['issues', { trace: 'a' }, ['environment', 'release', 'range']],
  ['unknown', {}, []],
])('the page %s with %j filters by what the top bar offers', (page, search, expected) => {
  expect(Object.keys(viewUseOf(`/$org/$project/${page}`, search))).toEqual(expected);
});
