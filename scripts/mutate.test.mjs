import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { mutatedFiles } from '../test/mutation/files.mjs';

// Mutation tests run at night only; a file that moved shows here at once.
test('every mutated file and each of its tests exists', () => {
  const root = path.resolve(import.meta.dirname, '..');
  const named = mutatedFiles.flatMap(({ file, tests }) => [file, ...tests]);
  expect(named.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});
