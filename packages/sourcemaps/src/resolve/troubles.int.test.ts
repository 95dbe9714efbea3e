import { afterAll, afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { createDatabase, type Database } from '@sluice/db';
import { deleteBlob } from '../sql/blobs/deleteBlob.js';
import { deleteSourceMap } from '../sql/deleteSourceMaps.js';
import { useDatabase } from '@sluice/testkit';
import type { Logger } from '@sluice/runtime';
import { INDEX_FORMAT } from '../codec/layout.js';
import type { ResolvedFrame, StackToResolve } from './frameResolver.js';
import type { RangeStore } from './rangeCache.js';
import { storeMap } from './testing/storeMap.js';
import { frameAt, mapOf, testResolver, type TestResolver } from './testing/testResolver.js';

const ALL = { context: true, functions: true };
const LINES = 4_000;
const FRAMES = [1, 700, 1_500, 2_300, 3_100, LINES];
let project = 0;
let nowMs: number;
let logged: Readonly<Record<string, unknown>>[];
const open: TestResolver[] = [];
const { db } = useDatabase();
beforeEach(() => {
  project++;
  nowMs = 1_000_000;
  logged = [];
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.stop()));
});
const blobOf = (blobId: string) => ({ projectId: String(project), blobId });

describe('a missing blob', () => {
  test('of a replaced map lets all frames use the new map at once', async () => {
    const resolver = resolverWith();
    const { indexId } = await upload(mapNamed('old'));
    expect(await outcomeOf(resolver, stackAt(1))).toEqual(['old.ts']);
    await upload(mapNamed('new'));
    await deleteBlob(db, blobOf(indexId));
    // The first frame's block is in memory, the others' are not.
    expect(await outcomeOf(resolver, stackAt(...FRAMES))).toEqual(FRAMES.map(() => 'new.ts'));
    expect(resolver.lookUps()).toBe(2);
    expect(await metric(resolver, 'sluice_sourcemaps_corrupt_indexes_total')).toBe(0);
  });

  test('of a deleted map is reported as no map', async () => {
    const resolver = resolverWith();
    const { id, indexId } = await upload(mapNamed('old'));
    expect(await outcomeOf(resolver, stackAt(1))).toEqual(['old.ts']);
    await deleteSourceMap(db, String(project), id);
    await deleteBlob(db, blobOf(indexId));
    expect(await outcomeOf(resolver, stackAt(1, LINES))).toEqual(['no_map', 'no_map']);
  });

  test('was lost where the row still names it: an alarm, and it is made again', async () => {
    const resolver = resolverWith();
    const { id, indexId } = await upload(mapNamed('old'));
    await deleteBlob(db, blobOf(indexId));
    expect(await outcomeOf(resolver, stackAt(1))).toEqual(['bad_map']);
    await resolver.stop();
    expect(await damagedAt(id)).toEqual({ damaged_at: expect.any(Date) });
  });
});

describe('a damaged index', () => {
  /** Turns a byte over. */
  const damage = (blobId: string, at: number) =>
    db.pool.query(
      'update sourcemap_blobs set body = set_byte(body, $2, get_byte(body, $2) # 255) where blob_id = $1 and part = 0',
      [blobId, at],
    );

  test('is bad_map and one alarm, however many meet it; made again, it resolves', async () => {
    const resolver = resolverWith();
    const { id, indexId, headBytes } = await upload(mapNamed('old'));
    await damage(indexId, headBytes + 100);
    const all = await Promise.all(Array.from({ length: 10 }, () => outcomeOf(resolver, stackAt(1, 2))));
    expect(all).toEqual(Array(10).fill(['bad_map', 'bad_map']));
    // Other blocks are whole, but a file is all or nothing.
    expect(await outcomeOf(resolver, stackAt(LINES))).toEqual(['old.ts']);
    expect(await outcomeOf(resolver, stackAt(1, LINES))).toEqual(['bad_map', 'bad_map']);
    await resolver.stop();
    expect(await damagedAt(id)).toEqual({ damaged_at: expect.any(Date) });
    expect(await metric(resolver, 'sluice_sourcemaps_corrupt_indexes_total')).toBe(1);
    expect(logged.map(({ level, sourceMapId }) => [level, sourceMapId])).toEqual([['error', id]]);
    await upload(mapNamed('old'));
    nowMs += 900;
    expect(await outcomeOf(resolver, stackAt(1, LINES))).toEqual(['old.ts', 'old.ts']);
  });

  test('whose head does not open is one too', async () => {
    const resolver = resolverWith();
    const { id } = await upload(mapNamed('old'));
    await db.pool.query('update sourcemaps set head = set_byte(head, 90, get_byte(head, 90) # 255) where id = $1', [
      id,
    ]);
    expect(await outcomeOf(resolver, stackAt(1))).toEqual(['bad_map']);
    expect(await outcomeOf(resolver, stackAt(1))).toEqual(['bad_map']);
    await resolver.stop();
    expect(await damagedAt(id)).toEqual({ damaged_at: expect.any(Date) });
    expect([resolver.lookUps(), await metric(resolver, 'sluice_sourcemaps_corrupt_indexes_total')]).toEqual([1, 1]);
  });

  test('written by another version is unavailable until it is rebuilt', async () => {
    const resolver = resolverWith();
    const { id } = await upload(mapNamed('old'));
    await db.pool.query('update sourcemaps set format = $2 where id = $1', [id, INDEX_FORMAT + 1]);
    expect(await outcomeOf(resolver, stackAt(1))).toEqual(['unavailable']);
    await resolver.stop();
    expect(await damagedAt(id)).toEqual({ damaged_at: null });
  });
});

describe('a store', () => {
  test('that does not answer costs its files the time that was given, and others nothing', async () => {
    const slow = await upload(mapNamed('slow'), 'slow.js');
    await upload(mapNamed('fast'), 'fast.js');
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    const store = (real: RangeStore): RangeStore => ({
      readRanges: async (key, ranges) => {
        if (key.blobId === slow.indexId) await held;
        return real.readRanges(key, ranges);
      },
    });
    const resolver = resolverWith({ store });
    const frames = ['slow.js', 'fast.js'].map((name) => frameAt(1, 1, `https://shop.example/${name}`));
    expect(await outcomeOf(resolver, { ...stackAt(), frames }, 300)).toEqual(['unavailable', 'fast.ts']);
    // Running work continues and fills the caches.
    answer();
    await resolver.stop();
    expect(resolver.reads.length).toBeGreaterThan(0);
    expect(await outcomeOf(resolver, { ...stackAt(), frames }, 5_000)).toEqual(['slow.ts', 'fast.ts']);
  });

  test('is not read for files for which no caller waits any more', async () => {
    for (const name of ['first', 'second']) await upload(mapNamed(name), `${name}.js`);
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    const store = (real: RangeStore): RangeStore => ({
      readRanges: async (key, ranges) => {
        await held;
        return real.readRanges(key, ranges);
      },
    });
    const resolver = resolverWith({ store, config: { parallelFiles: 1 } });
    const frames = ['first', 'second'].map((name) => frameAt(1, 1, `https://shop.example/${name}.js`));
    expect(await outcomeOf(resolver, { ...stackAt(), frames }, 100)).toEqual(['unavailable', 'unavailable']);
    answer();
    await resolver.stop();
    // The first file's positions; neither its sources nor anything of the second.
    expect(resolver.reads.length).toBe(1);
    expect(logged).toEqual([]);
    expect(await metric(resolver, 'sluice_sourcemaps_read_failures_total')).toBe(0);
  });

  test('that fails is reported as unavailable, and logged once until it works again', async () => {
    await upload(mapNamed('old'));
    let fails = true;
    const store = (real: RangeStore): RangeStore => ({
      readRanges: (key, ranges) => (fails ? Promise.reject(new Error('no bucket')) : real.readRanges(key, ranges)),
    });
    const resolver = resolverWith({ store });
    for (let round = 0; round < 3; round++) expect(await outcomeOf(resolver, stackAt(1))).toEqual(['unavailable']);
    fails = false;
    for (let round = 0; round < 3; round++) expect(await outcomeOf(resolver, stackAt(1))).toEqual(['old.ts']);
    expect(logged.map(({ msg }) => msg)).toEqual(['source maps cannot be read', 'source maps can be read again']);
    expect(await metric(resolver, 'sluice_sourcemaps_read_failures_total')).toBe(3);
  });

  test('is unavailable for files beyond the number that may wait', async () => {
    const names = ['a', 'b', 'c'];
    for (const name of names) await upload(mapNamed(name), `${name}.js`);
    const resolver = resolverWith({ config: { parallelFiles: 1, waitingFiles: 1 } });
    const frames = names.map((name) => frameAt(1, 1, `https://shop.example/${name}.js`));
    expect(await outcomeOf(resolver, { ...stackAt(), frames })).toEqual(['a.ts', 'b.ts', 'unavailable']);
    expect(logged).toEqual([]);
  });
});

describe('organizations', () => {
  test('share the places in which files are read, however many projects they have', async () => {
    const newProject = async (organization: string): Promise<string> => {
      const { rows } = await db.pool.query<{ id: string }>(
        `with organization as (
           insert into organizations (slug) values ($1) on conflict (slug) do update set slug = $1 returning id
         ) insert into projects (organization_id, slug) select id, $2 from organization returning id::text`,
        [organization, randomUUID()],
      );
      return rows[0]?.id ?? '';
    };
    const names = ['many', 'many', 'many', 'other'];
    const projects: string[] = [];
    for (const name of names) {
      const projectId = await newProject(name);
      projects.push(projectId);
      await storeMap(db, { projectId, release: 'shop@1', filename: 'app.js', map: mapNamed(name) });
    }
    const read = new Set<string>();
    const store = (real: RangeStore): RangeStore => ({
      readRanges: (key, ranges) => {
        read.add(key.projectId);
        return real.readRanges(key, ranges);
      },
    });
    const resolver = resolverWith({ store, config: { parallelFiles: 2 } });
    const stacks = projects.map((projectId) => ({ ...stackAt(1), projectId }));
    const resolved = await resolver.resolve(stacks, ALL);
    expect(resolved.flatMap(outcomes)).toEqual(names.map((name) => `${name}.ts`));
    const [first, second, third, other] = projects;
    expect([...read]).toEqual([first, second, other, third]);
  });
});

describe('an unavailable database', () => {
  const away = createDatabase({ url: 'postgres://nobody@127.0.0.1:1/none', poolSize: 1, applicationName: 'test' });
  afterAll(() => away.close());

  test('is an error; with a time limit its frames are unavailable', async () => {
    const resolver = resolverWith({}, away);
    await expect(resolver.resolve([stackAt(1)], ALL)).rejects.toThrow();
    expect(await outcomeOf(resolver, stackAt(1), 5_000)).toEqual(['unavailable']);
    const frames = [{ ...stackAt(1), release: null }];
    expect(outcomes((await resolver.resolve(frames, ALL))[0])).toEqual(['no_release']);
  });
});

function resolverWith(differences: Parameters<typeof testResolver>[1] = {}, over: Database = db): TestResolver {
  const at =
    (level: string) =>
    (fields: unknown, msg = fields): void =>
      void logged.push({ ...(fields as object), msg, level });
  const logger = { error: at('error'), warn: at('warn'), info: at('info') } as unknown as Logger;
  const resolver = testResolver(over, { clock: () => nowMs, logger, ...differences });
  open.push(resolver);
  return resolver;
}

/** A map of many blocks and chunks, all of whose text says which map it is. */
function mapNamed(name: string): string {
  return mapOf(
    Array.from({ length: LINES }, (_, line) => [[0, 0, line, 0, 0] as const]),
    {
      [`${name}.ts`]: Array.from({ length: LINES }, (_, line) => `${name} ${line} ${'x'.repeat(line % 60)}`).join('\n'),
    },
    [name],
  );
}

function stackAt(...lines: readonly number[]): StackToResolve {
  return {
    projectId: String(project),
    release: 'shop@1',
    frames: lines.map((line) => frameAt(line, 1)),
  };
}

function upload(map: string, filename = 'app.js') {
  return storeMap(db, { projectId: String(project), release: 'shop@1', filename, map });
}

function outcomes(frames: readonly ResolvedFrame[] | undefined): readonly string[] {
  return (frames ?? []).map(({ original, unresolved }) => unresolved ?? String(original?.file));
}

async function outcomeOf(resolver: TestResolver, stack: StackToResolve, timeoutMs?: number) {
  return outcomes((await resolver.resolve([stack], timeoutMs === undefined ? ALL : { ...ALL, timeoutMs }))[0]);
}

async function metric(resolver: TestResolver, name: string): Promise<number | undefined> {
  return (await resolver.metrics.getSingleMetric(name)?.get())?.values[0]?.value;
}

async function damagedAt(id: string): Promise<unknown> {
  return (await db.pool.query('select damaged_at from sourcemaps where id = $1', [id])).rows[0] as unknown;
}
