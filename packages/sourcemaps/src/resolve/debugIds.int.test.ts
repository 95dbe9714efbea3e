import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { useDatabase } from '@sluice/testkit';
import type { Frame } from '@sluice/stacktrace';
import type { StackToResolve } from './frameResolver.js';
import { storeMap, type MapToStore } from './testing/storeMap.js';
import { frameAt, mapOf, testResolver, type TestResolver } from './testing/testResolver.js';

const [ID, OTHER] = ['85314830-023f-4cf1-a267-535f4e37bb17', '3d5a3c2c-5b8d-4f0e-9a53-77a1f40d2f11'];
const FILE = 'https://shop.example/app.js';
const database = useDatabase();
let nowMs: number;
let project = 0;
let resolver: TestResolver;
beforeEach(() => {
  nowMs = 1_000_000;
  project++;
  resolver = testResolver(database.db, { clock: () => nowMs });
});
afterEach(() => resolver.stop());

const named = (debugId: string | undefined, file = FILE, column = 1): Frame => ({
  ...frameAt(1, column, file),
  ...(debugId !== undefined && { debugId }),
});
const build = (name: string): string => mapOf([[[0, 0, 0, 0]]], { [`${name}.ts`]: 'x();' });
const store = (name: string, where: Partial<MapToStore>) =>
  storeMap(database.db, {
    projectId: String(project),
    release: 'shop@1',
    filename: 'app.js',
    map: build(name),
    ...where,
  });

describe('a frame with a debug id', () => {
  test('needs neither a release nor a file', async () => {
    await store('ours', { release: null, debugId: ID });
    expect(await filesOf({ release: null, frames: [named(ID), named(ID, '<anonymous>')] })).toEqual([
      'ours.ts',
      'ours.ts',
    ]);
  });

  test('resolves by the map with this id, whatever map its release and file have', async () => {
    await store('named', {});
    await store('ours', { release: null, debugId: ID });
    expect(await filesOf({ frames: [named(ID), named(undefined)] })).toEqual(['ours.ts', 'named.ts']);
  });

  test('resolves by its release and file if no map has its id', async () => {
    await store('named', {});
    const frames = [named(ID), named('not a UUID'), named(OTHER, 'https://shop.example/none.js')];
    expect(await filesOf({ frames })).toEqual(['named.ts', 'named.ts', 'no_map']);
    expect(await filesOf({ release: null, frames })).toEqual(['no_map', 'no_release', 'no_map']);
  });

  test('never resolves by a map of another project', async () => {
    await store('theirs', { projectId: '999999', release: null, debugId: ID });
    await store('theirs', { projectId: '999999', release: 'shop@1', filename: 'other.js', debugId: OTHER });
    expect(await filesOf({ frames: [named(ID), named(OTHER)] })).toEqual(['no_map', 'no_map']);
  });

  test('follows the latest upload of its id', async () => {
    await store('first', { release: null, debugId: ID, filename: 'a.js' });
    expect(await filesOf({ frames: [named(ID)] })).toEqual(['first.ts']);
    await store('second', { release: 'shop@2', debugId: ID, filename: 'b.js' });
    nowMs += 900;
    expect(await filesOf({ frames: [named(ID)] })).toEqual(['second.ts']);
  });

  test('is looked up in one query with all others', async () => {
    await store('ours', { release: null, debugId: ID });
    await store('named', {});
    const frames = [named(ID), named(undefined), named(OTHER), named(ID, 'https://shop.example/b.js')];
    expect(await filesOf({ frames })).toEqual(['ours.ts', 'named.ts', 'named.ts', 'ours.ts']);
    expect(resolver.lookUps()).toBe(1);
  });

  test('that does not resolve leaves the other frames of its stack as they are', async () => {
    const map = mapOf([[[0, 0, 0, 0], [5]]], { 'ours.ts': null, 'unused.ts': 'y();' });
    await store('ours', { release: null, debugId: ID, map });
    const frames = [named(ID, FILE, 6), named(ID), named(undefined)];
    expect(await filesOf({ release: null, frames })).toEqual(['outside_map', 'ours.ts', 'no_release']);
  });
});

async function filesOf(stack: Partial<StackToResolve>): Promise<readonly unknown[]> {
  const asked = { projectId: String(project), release: 'shop@1', frames: [], ...stack };
  const [frames = []] = await resolver.resolve([asked], { context: true, functions: true });
  return frames.map(({ original, unresolved }) => original?.file ?? unresolved);
}
