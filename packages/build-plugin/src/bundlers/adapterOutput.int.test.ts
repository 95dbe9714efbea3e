import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { adapterOutput } from './adapterOutput.js';

const MAP = '{"version":3,"names":[],"mappings":"AAAA","sources":["../src/a.ts"]}';
const STARTED_AT = Date.parse('2026-11-22T12:00:00Z');

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'sluice-adapter-'));
  for (const name of ['handler.js', 'server/a.js', 'server/a.js.map', 'client/app/b.js.map', 'prerendered/c.js']) {
    const file = join(root, 'build', name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, name.endsWith('.map') ? MAP : '');
  }
});
afterEach(() => rm(root, { recursive: true, force: true }));

const written = (at: number): Promise<void> => utimes(join(root, 'build/handler.js'), at / 1_000, at / 1_000);

test('the output of an adapter has the files of the server that the adapter wrote in this build', async () => {
  await written(STARTED_AT + 1_000);
  const output = await find();
  expect(output).toMatchObject({ directory: join(root, 'build'), isServer: true });
  expect(output?.files.map(({ name }) => name).sort()).toEqual(['handler.js', 'server/a.js', 'server/a.js.map']);
  expect(Buffer.from((await output?.storage.read('server/a.js.map')) ?? '').toString()).toBe(MAP);
});

test('the output of an adapter has nothing where the files are of a build before, or of another adapter', async () => {
  await written(STARTED_AT - 60_000);
  expect(await find()).toBeUndefined();
  await rm(join(root, 'build/handler.js'));
  expect(await find()).toBeUndefined();
});

function find(): ReturnType<typeof adapterOutput> {
  return adapterOutput({ root, written: join(root, '.svelte-kit/output/server'), startedAt: STARTED_AT });
}
