import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { InvalidMapError } from '../codec/compile/compileSourceMap.js';
import { builtWorkerFile } from '../testing/builtWorkerFile.js';
import { CompileBusyError, type CompilePool, type CompilePoolConfig, createCompilePool } from './createCompilePool.js';

const MAP = JSON.stringify({ version: 3, sources: ['a.ts'], names: [], mappings: 'AAAA', sourcesContent: ['let a;'] });

/** Behaves as the name of its map says, so that tests exercise the pool and not maps. */
const OBEDIENT_WORKER = `
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const kept = [];
export async function compileInThread({ mapPath, indexPath }) {
  writeFileSync(indexPath + '.body', 'half of an index');
  writeFileSync(indexPath, 'an index');
  if (path.basename(mapPath) === 'next') rmSync(indexPath + '.body');
  switch (path.basename(mapPath)) {
    case 'forever': for (;;);
    case 'hungry': for (;;) kept.push(Array.from({ length: 1000 }, () => ({ kept: Math.random() })));
    case 'dying': process.exit(3);
    case 'failing': throw new Error('disk full');
    case 'long': return { compiled: 'x'.repeat(2 ** 30) };
    case 'wide': return { compiled: new Array(-1) };
    case 'slow': await new Promise((resolve) => setTimeout(resolve, 300));
  }
  return { compiled: { originalBytes: 1, problems: [mapPath] } };
}`;

let directory = '';
let obedientWorker = '';
let pool: CompilePool | undefined;
const inDirectory = (name: string): string => path.join(directory, name);

beforeAll(async () => {
  directory = await mkdtemp(path.join(os.tmpdir(), 'sluice-pool-'));
  obedientWorker = inDirectory('worker.mjs');
  await writeFile(obedientWorker, OBEDIENT_WORKER);
  await writeFile(inDirectory('good.map'), MAP);
  await writeFile(inDirectory('bad.map'), '[]');
});

afterEach(async () => {
  await pool?.close();
  for (const name of await indexes()) await rm(inDirectory(name), { force: true });
});

afterAll(() => rm(directory, { recursive: true, force: true }));

describe('a map in a thread', () => {
  test('is compiled, and its index is on disk', async () => {
    const compiled = await open({ workerFile: builtWorkerFile() }).compile(
      inDirectory('good.map'),
      inDirectory('index'),
    );
    expect(compiled).toMatchObject({
      originalBytes: MAP.length,
      segments: 1,
      sources: 1,
      hasContents: true,
      problems: [],
    });
    expect(await indexes()).toEqual(['index']);
  });

  test('that is no map is refused with the error and the sentence of the compiler, and leaves no index', async () => {
    const refused = open({ workerFile: builtWorkerFile() }).compile(inDirectory('bad.map'), inDirectory('index'));
    await expect(refused).rejects.toThrow(InvalidMapError);
    await expect(refused).rejects.toThrow(/JSON object/);
    expect(await indexes()).toEqual([]);
  });

  test('that does not exist is an error, but not of the map', async () => {
    const missing = open({ workerFile: builtWorkerFile() }).compile(inDirectory('no.map'), inDirectory('index'));
    await expect(missing).rejects.toThrow(/^ENOENT/);
  });
});

describe('a lost thread fails one map and is replaced', () => {
  test.each([
    ['takes too long', 'forever', 'CompileLimitError: Compiling the map took longer than 3 seconds.'],
    ['takes too much memory', 'hungry', 'CompileLimitError: Compiling the map took more memory than a map may.'],
    [
      'makes a string that is too long',
      'long',
      'CompileLimitError: Compiling the map took more memory than a map may.',
    ],
    [
      'makes an array that is too long',
      'wide',
      'CompileLimitError: Compiling the map took more memory than a map may.',
    ],
    ['exits', 'dying', /^Error: .*exit/i],
    ['throws', 'failing', 'Error: disk full'],
  ])('which %s', async (_name, job, error) => {
    const opened = open({ timeoutMs: 3_000, workerFile: obedientWorker });
    const [lost, next] = await Promise.allSettled([
      opened.compile(inDirectory(job), inDirectory('index')),
      opened.compile(inDirectory('next'), inDirectory('index2')),
    ]);
    expect(String(lost.status === 'rejected' ? lost.reason : lost.status)).toMatch(error);
    expect(next).toMatchObject({ value: { problems: [inDirectory('next')] } });
    expect(await indexes()).toEqual(['index2']);
  });
});

describe('maps that wait', () => {
  test('refuses a map beyond the queue limit at once and compiles the others', async () => {
    const opened = open({ threads: 2, waiting: 3, workerFile: obedientWorker });
    const all = Array.from({ length: 6 }, (_, index) =>
      opened.compile(inDirectory('slow'), inDirectory(`index${index}`)),
    );
    const outcomes = await Promise.allSettled(all);
    expect(outcomes.map(({ status }) => status)).toEqual([...Array<string>(5).fill('fulfilled'), 'rejected']);
    expect(outcomes[5]).toMatchObject({ reason: expect.any(CompileBusyError) as unknown });
  });

  test('do not wait on their own time', async () => {
    const opened = open({ waiting: 9, timeoutMs: 2_000, workerFile: obedientWorker });
    const all = Array.from({ length: 9 }, (_, index) =>
      opened.compile(inDirectory('slow'), inDirectory(`index${index}`)),
    );
    await expect(Promise.all(all)).resolves.toHaveLength(9);
  });

  test('of one tenant are compiled after the first one of another tenant, which came later', async () => {
    const opened = open({ workerFile: obedientWorker });
    const order: string[] = [];
    const compile = async (tenant: string, name: string): Promise<void> => {
      await opened.compile(inDirectory('slow'), inDirectory(`index-${name}`), undefined, tenant);
      order.push(name);
    };
    await Promise.all([compile('1', 'a'), compile('1', 'b'), compile('1', 'c'), compile('2', 'newcomer')]);
    expect(order.indexOf('newcomer')).toBeLessThan(order.indexOf('c'));
  });

  /** Resolves when a thread has begun to compile. */
  const begun = async (): Promise<void> => {
    while ((await indexes()).length === 0) await nextTurn();
  };

  test('are refused when they have waited too long, and their place is free again', async () => {
    const opened = open({ waiting: 1, waitMs: 100, workerFile: obedientWorker });
    const stop = new AbortController();
    const running = opened.compile(inDirectory('forever'), inDirectory('index'), stop.signal);
    for (let round = 0; round < 2; round += 1) {
      await expect(opened.compile(inDirectory('next'), inDirectory('index2'))).rejects.toThrow(CompileBusyError);
    }
    stop.abort();
    await expect(running).rejects.toThrow(CompileBusyError);
    await expect(opened.compile(inDirectory('next'), inDirectory('index2'))).resolves.toBeDefined();
  });

  test.each(['while it runs', 'while it waits'])('can be canceled by its caller %s; others continue', async (when) => {
    const opened = open({ workerFile: obedientWorker });
    const stop = new AbortController();
    const first = opened.compile(inDirectory('forever'), inDirectory('index'), stop.signal);
    const own = new AbortController();
    const second = opened.compile(inDirectory('next'), inDirectory('index2'), own.signal);
    const outcomes = Promise.allSettled([first, second]);
    await begun();
    const isAborted = when === 'while it waits';
    if (isAborted) {
      own.abort();
      await second.catch(() => undefined);
    }
    stop.abort();
    const [ran, waited] = await outcomes;
    const busy = { status: 'rejected', reason: expect.any(CompileBusyError) as unknown };
    expect(ran).toMatchObject(busy);
    expect(waited).toMatchObject(isAborted ? busy : { status: 'fulfilled' });
  });

  test('are refused when the pool is closed, like running ones', async () => {
    const opened = open({ workerFile: obedientWorker });
    const all = ['forever', 'next'].map((job) => opened.compile(inDirectory(job), inDirectory('index')));
    const outcomes = Promise.allSettled(all);
    await begun();
    await opened.close();
    expect((await outcomes).map((outcome) => outcome.status)).toEqual(['rejected', 'rejected']);
    expect(await indexes()).toEqual([]);
  });
});

/** A pool, and its compilations on behalf of one tenant unless another is named. */
function open(config: Partial<CompilePoolConfig>) {
  const opened = createCompilePool({
    threads: 1,
    waiting: 4,
    waitMs: 20_000,
    timeoutMs: 20_000,
    maxHeapMb: 64,
    ...config,
  });
  pool = opened;
  return {
    compile: (mapPath: string, indexPath: string, signal?: AbortSignal, tenant = '1') =>
      opened.compile({ mapPath, indexPath, tenant }, signal),
    close: () => opened.close(),
  };
}

async function indexes(): Promise<readonly string[]> {
  return (await readdir(directory)).filter((name) => name.startsWith('index'));
}
