import { describe, expect, test } from '@jest/globals';
import { isOlderRelease, latestRelease, previousRelease } from './releaseOrder.js';

const none = new Map<string, number>();

describe('a release comes before another', () => {
  test.each([
    ['1.2.3', '1.2.4', true],
    ['1.10.0', '1.9.0', false],
    ['v1.2.3', '1.3.0', true],
    ['shop@1.2.3', 'shop@1.2.4+build.7', true],
    ['1.0.0-beta.2', '1.0.0-beta.11', true],
    ['1.0.0-rc.1', '1.0.0', true],
    ['1.0.0', '1.0.0', false],
    ['1.0.0+a', '1.0.0+b', false],
    ['1.2.3', '1.2.4', true],
  ])('by semver precedence: %s before %s is %s', (a, b, expected) => {
    expect(
      isOlderRelease(
        a,
        b,
        new Map([
          [a, 2],
          [b, 1],
        ]),
      ),
    ).toBe(expected);
  });

  test.each([
    ['two hashes of commits', ['9f1c', '03ab'], { '9f1c': 1, '03ab': 2 }, true],
    ['the other way round', ['03ab', '9f1c'], { '9f1c': 1, '03ab': 2 }, false],
    ['one of both is no version', ['1.2.3', 'nightly'], { '1.2.3': 1, nightly: 2 }, true],
    ['versions of two packages', ['shop@2.0.0', 'admin@1.0.0'], { 'shop@2.0.0': 1, 'admin@1.0.0': 2 }, true],
    ['versions of two parts', ['1.2', '1.10'], { '1.2': 2, '1.10': 1 }, false],
    ['seen at the same time', ['a', 'b'], { a: 1, b: 1 }, false],
    ['a release without a first event is the later one', ['a', 'next'], { a: 1 }, true],
    ['and not the earlier', ['next', 'a'], { a: 1 }, false],
  ])('otherwise by the time at which it was first seen: %s', (_name, [a = '', b = ''], seen, expected) => {
    expect(isOlderRelease(a, b, new Map(Object.entries<number>(seen as Record<string, number>)))).toBe(expected);
  });

  test('and the latest of several comes after all others', () => {
    expect(latestRelease(['1.9.0', '1.10.0', '1.2.0'], none)).toBe('1.10.0');
    expect(latestRelease([], none)).toBeUndefined();
  });
});

describe('the release before', () => {
  const seen = new Map([
    ['shop@1.2.0', 5],
    ['shop@1.10.0', 1],
    ['shop@1.9.0', 9],
    ['api@1.9.5', 2],
    ['abc', 3],
    ['def', 4],
  ]);
  test.each([
    ['shop@1.10.0', 'shop@1.9.0'],
    ['shop@1.9.0', 'shop@1.2.0'],
    ['shop@1.2.0', undefined],
    ['api@1.9.5', undefined],
    ['def', 'abc'],
    ['abc', undefined],
  ])('%s is %s', (release, previous) => {
    expect(previousRelease(release, seen)).toBe(previous);
  });
});
