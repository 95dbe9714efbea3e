import { expect, test } from '@jest/globals';
import { hiddenDevtool } from './hiddenDevtool.js';

test.each([
  [undefined, 'hidden-source-map'],
  [true, 'hidden-source-map'],
  ['source-map', 'hidden-source-map'],
  ['inline-source-map', 'hidden-source-map'],
  ['eval-cheap-module-source-map', 'hidden-source-map'],
  ['eval', 'hidden-source-map'],
  ['nosources-source-map', 'hidden-nosources-source-map'],
  [false, false],
])('%s becomes %s', (given, expected) => {
  expect(hiddenDevtool(given)).toBe(expected);
});
