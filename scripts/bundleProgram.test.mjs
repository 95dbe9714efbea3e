import { expect, test } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { PROGRAM } from './bundleProgram.mjs';

test('no module in the bundle of `npm start` asks for a place that only its own file has', async () => {
  const bundle = await readFile(PROGRAM, 'utf8');
  expect(bundle.match(/\b__(?:dirname|filename)\b/g)).toBeNull();
  // Those of `main.js`, which is as deep in the checkout as the bundle, and that of its own `require`.
  expect(bundle.match(/\bimport\.meta\.\w+/g)).toEqual([
    'import.meta.url',
    'import.meta.dirname',
    'import.meta.filename',
  ]);
});
