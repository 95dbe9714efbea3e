import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { missingExports } from './missingExports.mjs';

const root = path.resolve(import.meta.dirname, '..');

test('all that programs of this repository import exists', () => {
  const files = [...readdirSync(root), ...['packages', 'services', 'scripts', 'test'].flatMap(filesIn)];
  expect(files).toContain('scripts/missingExports.mjs');
  expect(missingExports(files, (file) => readFileSync(path.join(root, file), 'utf8'))).toEqual([]);
});

describe('the search for missing exports', () => {
  test.each([
    ['checks an import', "import { a, gone } from '@acme/x';", ['@acme/x has no gone']],
    [
      'checks an entry',
      "import { c } from '@acme/x/more'; import d from '@acme/x/more';",
      ['@acme/x/more has no default'],
    ],
    ['checks a missing entry', "import { a } from '@acme/x/none';", ['@acme/x/none does not exist']],
    ['checks what an entry passes on', "import { b, c } from '@acme/x';", ['@acme/x has no c']],
    [
      'checks a built file',
      "const { a, gone: b } = await import('../packages/x/dist/a.js');",
      ['../packages/x/dist/a.js has no gone'],
    ],
    [
      'checks a missing built file',
      "await import('../packages/x/dist/b.js');",
      ['../packages/x/dist/b.js does not exist'],
    ],
    [
      'checks a path from the root',
      "(await load('packages/x/dist/a.js')).gone();",
      ['packages/x/dist/a.js has no gone'],
    ],
    [
      'checks another program',
      "import b, { gone } from './b.mjs'; export { b } from './b.mjs';",
      ['./b.mjs has no gone', './b.mjs has no b'],
    ],
    ['checks a program in a text', "const text = `import { gone } from '@acme/x'; ${text}`;", ['@acme/x has no gone']],
    ['ignores packages of others', "import { gone } from 'x'; import { a } from 'node:fs';", []],
  ])('%s', (_name, text, problems) => {
    const tree = {
      'packages/x/package.json': JSON.stringify({
        name: '@acme/x',
        exports: { '.': { '@sluice/source': './src/index.ts' }, './more': { '@sluice/source': './src/more.ts' } },
      }),
      'packages/x/src/index.ts': "export { a } from './a.js';\nexport * from './more/b.js';\n",
      'packages/x/src/a.ts': 'export function a(): void {}\n',
      'packages/x/src/more/b.ts': 'export const b = 1;\n',
      'packages/x/src/more.ts': 'export class c {}\n',
      'scripts/b.mjs': 'export default function b() {}\n',
      'scripts/a.mjs': text,
    };
    const found = missingExports(Object.keys(tree), (file) => tree[file]);
    expect(found).toEqual(problems.map((problem) => `scripts/a.mjs: ${problem}`));
  });
});

/** Files below a folder, as paths from the root, without what is installed or built. */
function filesIn(folder) {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = `${folder}/${entry.name}`;
    if (entry.isFile()) return [name];
    return entry.isDirectory() && !/^(?:node_modules|dist)$/.test(entry.name) ? filesIn(name) : [];
  });
}
