import { expect, test } from '@jest/globals';
import { importRelease, isReleaseModule, releaseModule } from './releaseModule.js';

test('the import is after the last line, from a module that only this one imports', () => {
  const code = 'send(__SLUICE_RELEASE__);';
  const [one, other] = ['/a b/"c".js', '/d.js'].map((id) => importRelease(code, id));
  expect(one?.startsWith(`${code}\nimport { __SLUICE_RELEASE__ } from "`)).toBe(true);
  expect(one).not.toBe(other);
  const source = /from (".*");/.exec(one ?? '')?.[1] ?? '""';
  expect(isReleaseModule(JSON.parse(source) as string)).toBe(true);
});

test('the import of the release is added to a file whose last line is a comment', () => {
  expect(importRelease('send(__SLUICE_RELEASE__) // end', '/a.js')).toMatch(/\/\/ end\nimport /);
});

test.each([
  'send(1)',
  'send(MY__SLUICE_RELEASE__X)',
  'const __SLUICE_RELEASE__ = 1; send(__SLUICE_RELEASE__)',
  'function __SLUICE_RELEASE__() {}',
  "import { __SLUICE_RELEASE__ } from './release.js'; send(__SLUICE_RELEASE__)",
])('%s is left as it is', (code) => {
  expect(importRelease(code, '/a.js')).toBeUndefined();
});

test('the module exports the expression', () => {
  expect(releaseModule('"shop@1"')).toBe('export const __SLUICE_RELEASE__ = "shop@1";\n');
});
