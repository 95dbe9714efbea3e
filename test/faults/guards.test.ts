import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { repoRoot } from '../e2e/support/repoRoot.js';
import { guards } from './guards.mjs';

/** `npm run test:guards` takes minutes; this test checks immediately that every guard still exists. */
test('every guard stands once where the list says, and has its test', () => {
  const missing = guards.filter(({ file, find, test: name }) => {
    const places = readFileSync(join(repoRoot, file), 'utf8').split(find).length - 1;
    return places !== 1 || !existsSync(join(repoRoot, name));
  });
  expect(missing.map(({ promise }) => promise)).toEqual([]);
  expect(guards.length).toBeGreaterThan(40);
});
