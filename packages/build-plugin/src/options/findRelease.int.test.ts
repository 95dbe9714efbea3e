import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { CI_COMMIT_VARIABLES } from './ciVariables.js';
import { findRelease } from './findRelease.js';
import { useDirectory } from '@sluice/testkit/useDirectory';

const outside = useDirectory('release');
let checkout: string;
let commit: string;
beforeAll(() => {
  checkout = join(outside.path, 'checkout');
  const git = (...words: string[]): string =>
    execFileSync('git', words, { cwd: outside.path, encoding: 'utf8' }).trim();
  git('init', '--quiet', checkout);
  const author = ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-c', 'commit.gpgsign=false'];
  git('-C', checkout, ...author, 'commit', '--quiet', '--allow-empty', '--message', 'first');
  commit = git('-C', checkout, 'rev-parse', 'HEAD');
});

describe('the release of a build', () => {
  test.each<[string, { option?: string; set: Record<string, string> }, { release: string; origin: string }]>([
    [
      'the option, before everything',
      { option: 'shop@1', set: { SLUICE_RELEASE: 'b', GITHUB_SHA: 'c' } },
      { release: 'shop@1', origin: 'the option release' },
    ],
    [
      'the option as it is, also with blanks around it',
      { option: ' shop@1 ', set: {} },
      { release: ' shop@1 ', origin: 'the option release' },
    ],
    [
      'its own variable, before those of CI systems',
      { set: { SLUICE_RELEASE: 'b', GITHUB_SHA: 'c' } },
      { release: 'b', origin: 'SLUICE_RELEASE' },
    ],
    [
      'none of a blank option',
      { option: '  ', set: { SLUICE_RELEASE: 'b' } },
      { release: 'b', origin: 'SLUICE_RELEASE' },
    ],
    [
      'none of a blank variable',
      { set: { SLUICE_RELEASE: '', CI_COMMIT_SHA: 'c' } },
      { release: 'c', origin: 'CI_COMMIT_SHA' },
    ],
    [
      'a general name’s, where its system says that it is there',
      { set: { NETLIFY: 'true', COMMIT_REF: 'd' } },
      { release: 'd', origin: 'COMMIT_REF' },
    ],
  ])('is %s', (_, { option, set }, expected) => {
    expect(findRelease(option, set, outside.path)).toEqual(expected);
  });

  test.each(CI_COMMIT_VARIABLES)('is read from $name', ({ name, where = [] }) => {
    const environment = { [name]: 'c0ffee', ...Object.fromEntries(where.slice(0, 1).map((marker) => [marker, '1'])) };
    expect(findRelease(undefined, environment, outside.path)).toEqual({ release: 'c0ffee', origin: name });
  });

  test.each(CI_COMMIT_VARIABLES.filter(({ where }) => where !== undefined))(
    'is not $name, a common variable, without another variable of its CI system',
    ({ name }) => {
      expect(findRelease(undefined, { [name]: 'c0ffee' }, outside.path)).toBeUndefined();
    },
  );

  test('is the checked-out commit if nothing else is set', () => {
    expect(findRelease(undefined, {}, checkout)).toEqual({ release: commit, origin: 'git' });
    expect(commit).toMatch(/^[0-9a-f]{40}$/);
  });

  test('is unknown outside a checkout and in a missing directory', () => {
    expect(findRelease(undefined, {}, outside.path)).toBeUndefined();
    expect(findRelease(undefined, {}, join(outside.path, 'nowhere'))).toBeUndefined();
  });
});
