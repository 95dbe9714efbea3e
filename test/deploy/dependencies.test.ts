import { describe, expect, test } from '@jest/globals';
import {
  integrityProblems,
  isAllowedLicense,
  licenseProblems,
  productionPackages,
  unverifiedPackages,
} from '../../scripts/check-dependencies.mjs';

const lockfile = {
  packages: {
    '': { name: 'app' },
    'packages/own': { dependencies: { good: '1.0.0' }, devDependencies: { tool: '1.0.0' } },
    'packages/testkit': { dependencies: { tool: '1.0.0' } },
    'node_modules/@app/own': { resolved: 'packages/own', link: true },
    'node_modules/good': {
      version: '1.0.0',
      integrity: 'sha512-a',
      license: 'MIT',
      dependencies: { nested: '2.0.0' },
      optionalDependencies: { 'native-darwin': '3.0.0', 'native-arm': '3.0.0', 'native-musl': '3.0.0', none: '1.0.0' },
      peerDependencies: { tool: '1.0.0' },
      peerDependenciesMeta: { tool: { optional: true } },
    },
    'node_modules/nested': { version: '1.0.0', integrity: 'sha512-e', license: 'GPL-3.0', dev: true },
    'node_modules/good/node_modules/nested': { version: '2.0.0', integrity: 'sha512-b', license: '(MPL-2.0 OR MIT)' },
    'node_modules/tool': { version: '1.0.0', integrity: 'sha512-c', license: 'GPL-3.0', dev: true },
    'node_modules/native-darwin': { version: '3.0.0', license: 'MIT', optional: true, os: ['darwin'] },
    'node_modules/native-arm': { version: '3.0.0', license: 'MIT', optional: true, os: ['linux'], cpu: ['arm'] },
    'node_modules/native-musl': {
      version: '3.0.0',
      license: 'MIT',
      optional: true,
      os: ['linux'],
      cpu: ['x64'],
      libc: ['musl'],
    },
  },
};
const listed = ['native-arm@3.0.0', 'native-darwin@3.0.0', 'native-musl@3.0.0'];

describe('entries without integrity', () => {
  test('are found, except workspaces', () => {
    expect(unverifiedPackages(lockfile)).toEqual(listed);
    expect(integrityProblems(lockfile, listed)).toEqual([]);
  });

  test('are rejected if they are not listed', () => {
    const changed = withPackage('new-darwin', { version: '1.0.0', optional: true, os: ['darwin'] });
    expect(integrityProblems(changed, listed)).toEqual([
      'new-darwin@1.0.0 has no integrity in package-lock.json and is not in scripts/unverified-packages.json',
    ]);
  });

  test('are rejected if only another version is listed', () => {
    const changed = withPackage('native-darwin', { version: '3.0.1', optional: true, os: ['darwin'] });
    expect(integrityProblems(changed, listed)).toHaveLength(2);
  });

  test.each([
    ['of every platform', {}],
    ['of Linux on x64', { os: ['linux'], cpu: ['x64'] }],
    ['of Linux with glibc', { os: ['linux'], cpu: ['arm64'], libc: ['glibc'] }],
  ])('are rejected where the image would install them: one %s', (_name, platform) => {
    const changed = withPackage('native', { version: '1.0.0', ...platform });
    expect(integrityProblems(changed, [...listed, 'native@1.0.0'])).toEqual([
      'native has no integrity in package-lock.json and would install in the image',
    ]);
  });

  test('are rejected from the list when the lockfile no longer has them', () => {
    expect(integrityProblems(lockfile, [...listed, 'old@1.0.0'])).toHaveLength(1);
  });
});

describe('licenses', () => {
  test.each([
    ['MIT', true],
    ['(MIT OR GPL-3.0)', true],
    ['(Apache-2.0 AND BSD-3-Clause)', true],
    ['(MIT AND GPL-3.0)', false],
    ['AGPL-3.0-or-later', false],
    ['SEE LICENSE IN LICENSE', false],
    ['(MIT OR GPL-3.0-only) AND GPL-3.0-only', false],
    ['GPL-3.0-only OR (MIT AND (ISC OR GPL-3.0-only))', true],
  ])('%s is allowed: %s', (expression, isAllowed) => expect(isAllowedLicense(expression)).toBe(isAllowed));

  test('are checked for what workspaces need to run: nested and optional packages, and bindings of every platform', async () => {
    expect(productionPackages(lockfile)).toEqual([
      'node_modules/good',
      'node_modules/good/node_modules/nested',
      'node_modules/native-arm',
      'node_modules/native-darwin',
      'node_modules/native-musl',
    ]);
    expect(await licenseProblems(lockfile, () => Promise.resolve(undefined))).toEqual([]);
  });

  test('are read from the installed package if the lockfile has none', async () => {
    const changed = withPackage('old', { version: '1.0.0', integrity: 'sha512-d' }, { old: '1.0.0' });
    expect(await licenseProblems(changed, () => Promise.resolve('MIT'))).toEqual([]);
    expect(await licenseProblems(changed, () => Promise.resolve('GPL-2.0'))).toEqual([
      'old has the license GPL-2.0, which is not allowed',
    ]);
    expect(await licenseProblems(changed, () => Promise.resolve(undefined))).toEqual(['old names no license']);
  });
});

/** @param dependencies of a workspace that is added */
function withPackage(name: string, entry: object, dependencies = {}) {
  return {
    packages: { ...lockfile.packages, 'packages/other': { dependencies }, [`node_modules/${name}`]: entry },
  };
}
