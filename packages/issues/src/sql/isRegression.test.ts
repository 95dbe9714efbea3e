import { describe, expect, test } from '@jest/globals';
import { isRegression } from './isRegression.js';

const firstSeen = new Map(Object.entries({ '1.9.0': 1, '1.10.0': 2, blue: 3, green: 4 }));
const next = (resolvedNext: string) => ({ ...resolved(null), resolvedNext });

describe('an exception opens a resolved issue again', () => {
  test.each([
    ['in the release that should have resolved it', resolved('1.10.0'), '1.10.0', true],
    ['in a later one', resolved('1.9.0'), '1.10.0', true],
    ['not in an older one', resolved('1.10.0'), '1.9.0', false],
    ['not without a release, where one was named', resolved('1.10.0'), null, false],
    ['not in a seen one, where the named one is still to come', resolved('orange'), 'green', false],
    ['in a later one than the latest, where the next one should have resolved it', next('1.9.0'), '1.10.0', true],
    ['in one that was first seen later than the latest', next('blue'), 'green', true],
    ['not in the latest itself', next('1.10.0'), '1.10.0', false],
    ['not in an older one than the latest', next('green'), 'blue', false],
    ['not without a release, where the next one should have resolved it', next('1.9.0'), null, false],
    ['in the last release it was seen in', resolved(null, '1.9.0'), '1.9.0', true],
    ['in a later one than the last', resolved(null, 'blue'), 'green', true],
    ['not in an older one than the last', resolved(null, 'green'), 'blue', false],
    ['without a release, where none was named', resolved(null, '1.9.0'), null, true],
    ['in any, where it was never seen in one', resolved(null), '1.9.0', true],
  ])('%s', (_name, resolution, release, expected) => {
    expect(isRegression(resolution, { arrivalMs: 1_001, release }, firstSeen)).toBe(expected);
  });

  test('only if it arrived since, whatever its timestamp', () => {
    expect(isRegression(resolved(null), { arrivalMs: 1_000, release: null }, firstSeen)).toBe(false);
  });
});

function resolved(resolvedIn: string | null, resolvedAfter: string | null = null) {
  return {
    resolvedAtMs: 1_000,
    resolvedIn,
    resolvedAfter,
    resolvedNext: null as string | null,
  };
}
