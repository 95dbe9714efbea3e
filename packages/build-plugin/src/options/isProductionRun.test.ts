import { expect, test } from '@jest/globals';
import { isProductionRun } from './isProductionRun.js';

test.each([
  [{}, true],
  [{ NODE_ENV: 'production' }, true],
  [{ NODE_ENV: 'staging', CI: 'true' }, true],
  [{ NODE_ENV: 'development' }, false],
  [{ NODE_ENV: 'test' }, false],
  [{ VITEST: 'true' }, false],
])('%j builds something to be shipped: %s', (environment, expected) => {
  expect(isProductionRun(environment)).toBe(expected);
});
