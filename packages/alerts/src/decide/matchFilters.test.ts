import { describe, expect, test } from '@jest/globals';
import { runAtOnce } from '@sluice/runtime';
import { compileAlertFilters, type FilteredEvent } from './matchFilters.js';
import type { AlertFilters } from '../fields/filters.js';

const event: FilteredEvent = {
  level: 'error',
  environment: 'production',
  release: 'web@1.4.0',
  url: 'https://shop.example/cart?id=1',
  tags: { plan: 'pro', seats: 3, beta: true },
};
const NOTHING: FilteredEvent = { level: null, environment: null, release: null, url: null, tags: {} };

describe('filters of a rule', () => {
  test.each<[string, AlertFilters, boolean]>([
    ['no filter', {}, true],
    ['empty lists', { levels: [], environments: [], releases: [], urls: [], tags: [] }, true],
    ['one of the levels', { levels: ['fatal', 'error'] }, true],
    ['another level', { levels: ['fatal'] }, false],
    ['an environment by glob', { environments: ['staging', 'prod*'] }, true],
    ['another environment', { environments: ['staging'] }, false],
    ['a release by glob', { releases: ['web@1.*'] }, true],
    ['another release', { releases: ['api@*'] }, false],
    ['a URL by glob', { urls: ['https://shop.example/*'] }, true],
    ['another URL', { urls: ['*/checkout*'] }, false],
    ['a tag', { tags: [{ key: 'plan', value: 'pro' }] }, true],
    [
      'a number and a boolean as text',
      {
        tags: [
          { key: 'seats', value: '3' },
          { key: 'beta', value: 'true' },
        ],
      },
      true,
    ],
    [
      'only one of two tags',
      {
        tags: [
          { key: 'plan', value: 'pro' },
          { key: 'seats', value: '4' },
        ],
      },
      false,
    ],
    ['a tag that is not set', { tags: [{ key: 'region', value: '' }] }, false],
    ['one part of two', { levels: ['error'], environments: ['staging'] }, false],
  ])('%s', (_, filters, expected) => {
    expect(matches(filters, event)).toBe(expected);
  });

  test('a glob does not match an event without the property', () => {
    expect(matches({ environments: ['*'] }, NOTHING)).toBe(false);
    expect(matches({ levels: ['error'] }, NOTHING)).toBe(false);
    expect(matches({}, NOTHING)).toBe(true);
  });
});

function matches(filters: AlertFilters, given: FilteredEvent): unknown {
  return runAtOnce(compileAlertFilters(filters)(given), Infinity, () => 'unfinished');
}
