import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { composeMap } from './composeMap.js';
import { useDirectory } from '@sluice/testkit/useDirectory';

const root = useDirectory('compose');
beforeAll(async () => {
  await mkdir(join(root.path, 'written/pages'), { recursive: true });
});

test('composing replaces a bundled source by its original sources', async () => {
  await writeFile(join(root.path, 'written/pages/a.js.map'), map('../../src/a.ts', 'let a: 1'));
  expect(compose(map('../../written/pages/a.js', 'let a'))).toMatchObject({
    sources: ['../../src/a.ts'],
    sourcesContent: ['let a: 1'],
    mappings: 'AAAA',
  });
});

test.each(['../../written/none.js', '../../node_modules/some/index.js'])(
  'composing does not change %s',
  async (source) => {
    await mkdir(join(root.path, 'node_modules/some'), { recursive: true });
    await writeFile(join(root.path, 'node_modules/some/index.js.map'), map('index.ts', ''));
    const given = map(source, 'let a');
    expect(composeMap(given, join(root.path, 'build/server/a.js.map'), join(root.path, 'written'))).toBe(given);
  },
);

test('a map of sections, and one with a source that has no name, are left as they are', () => {
  for (const given of ['{"version":3,"sections":[]}', '{"version":3,"sources":[null],"names":[],"mappings":""}']) {
    expect(composeMap(given, join(root.path, 'a.js.map'), join(root.path, 'written'))).toBe(given);
  }
});

function map(source: string, content: string | null): string {
  return JSON.stringify({ version: 3, names: [], mappings: 'AAAA', sources: [source], sourcesContent: [content] });
}

function compose(text: string): unknown {
  return JSON.parse(composeMap(text, join(root.path, 'build/server/a.js.map'), join(root.path, 'written')));
}
