import { execFile } from 'node:child_process';
import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { buildPlugin } from '../../packages/build-plugin/src/testing/runBuild.js';
import { bundlePrograms } from '../../packages/client/src/node/testing/runProgram.js';
import { THROWN } from '../../packages/build-plugin/src/testing/shopApp.js';
import { buildShop as buildPluginShop, removeShops } from '../../packages/build-plugin/src/testing/shopBuild.js';
import { connectApi, rowsIn, type ApiClient, type WireObject } from './support/api.js';
import { buildShop, SHOP_FRAMES, type Build } from './support/builds.js';
import { makeEvent, type WireEvent } from './support/events.js';
import { repoRoot } from './support/repoRoot.js';
import { sendStored } from './support/sendStored.js';
import { fileOf, pipelineOf, smallMap, type Pipeline } from './support/sourcemaps.js';
import { waitForStored } from './support/stored.js';
import { createTenant, type Project } from './support/tenant.js';
import { useSystem } from './support/useSystem.js';
import { letPass, waitFor } from './support/waitFor.js';

let project: Project;
let api: ApiClient;
let pipeline: Pipeline;
let build: Build;
const system = useSystem();
beforeAll(() => {
  build = buildShop();
}, 180_000);
beforeEach(async () => {
  project = await createTenant(system);
  api = await connectApi(system, project);
  pipeline = pipelineOf(system, project, api.token);
});
/** Time after which every process uses an upload: one second after the response. */
const seen = (): Promise<void> => letPass(1_000);

describe('a frame', () => {
  test('resolves to original file, line, column, function and five lines on each side', async () => {
    await pipeline.upload({ release: 'shop@1', filename: build.filename, map: build.map });
    await sendStored(system, project, [crash(build, 'shop@1')]);
    const exception = await only();
    const found = originals(exception);
    for (const [index, expected] of SHOP_FRAMES.entries()) {
      if (expected === undefined) expect(found[index]).toBeNull();
      else {
        const { text, ...place } = { text: undefined, ...expected };
        const context = text === undefined ? {} : { context: expect.objectContaining({ line: text }) as unknown };
        expect(found[index]).toMatchObject({ ...place, ...context, inApp: true });
      }
    }
    const [first] = found;
    expect(first).toMatchObject({ column: 11, source: expect.stringMatching(/src\/cart\.ts$/) });
    expect(rowsIn((first?.['context'] as WireObject)['before'])).toHaveLength(5);
    expect(rowsIn((first?.['context'] as WireObject)['after'])).toHaveLength(4);
    // The sent frames are not changed.
    expect(exception['stack']).toBe(build.stack);
    expect(rowsIn(exception['frames'])[0]).toMatchObject({ file: 'https://shop.example/assets/app.js', line: 1 });
  });

  test('of a server without a map has the source lines that the SDK read from its disk', async () => {
    const dsn = system.baseUrl.replace('//', `//${project.key}@`);
    const lines = [
      `require('./sluice.cjs').init({ dsn: '${dsn}', appRoot: __dirname });`,
      '',
      `throw new Error('crash');`,
      '',
    ];
    const programs = await bundlePrograms();
    await programs.run(lines.join('\n')).finally(() => programs.remove());
    await waitForStored(system, project, 1);
    const [newest] = rowsIn((await only())['frames']);
    expect(newest).toMatchObject({ line: 3, original: null, unresolved: 'no_release' });
    expect(newest?.['context']).toEqual({ before: lines.slice(0, 2), line: lines[2], after: lines.slice(3) });
  });

  test('explains why it does not resolve', async () => {
    const frames = [
      { file: 'https://shop.example/small.js', line: 1, column: 1_000_000 },
      { file: 'https://shop.example/assets/app.js', line: 99, column: 1 },
      { file: 'https://shop.example/assets/app.js' },
      { file: 'https://shop.example/assets/other.js', line: 1, column: 1 },
      { file: 'https://shop.example/assets/App.js', line: 1, column: 1 },
      { file: 'https://other.example/small.js?v=2#x', line: 1, column: 1 },
      { file: 'https://shop.example/broken.js', line: 1, column: 1 },
    ].map((frame) => ({ function: 'f', ...frame }));
    await pipeline.upload({ release: 'shop@1', filename: build.filename, map: build.map });
    await pipeline.upload({ release: 'shop@1', filename: 'small.js', map: smallMap() });
    const broken = JSON.stringify({ version: 3, sources: ['a.ts'], names: [], mappings: 'AAAA!' });
    await pipeline.upload({ release: 'shop@1', filename: 'broken.js', map: broken });
    await sendStored(system, project, [
      makeEvent('exception', { contexts: { release: 'shop@1' }, payload: { frames } }),
    ]);
    const [past, ...others] = reasons(await only());
    // Past the last segment of a line the last one holds.
    expect([past, ...others]).toEqual([null, 'outside_map', 'no_position', 'no_map', 'no_map', null, 'bad_map']);
  });

  test('without a release, or of one without source maps, stays unresolved', async () => {
    await pipeline.upload({ release: 'shop@1', filename: build.filename, map: build.map });
    await sendStored(system, project, [crash(build), crash(build, 'shop@1 '), crash(build, 'Shop@1')]);
    const { data } = await api.list('exceptions');
    const found = await Promise.all(data.map(({ id }) => api.get(`exceptions/${String(id)}`)));
    expect(found.map((one) => reasons(one)[0]).sort()).toEqual(['no_map', 'no_map', 'no_release']);
  });

  test('with a debug id resolves without a release, of its own project only', async () => {
    const debugId = '85314830-023f-4cf1-a267-535f4e37bb17';
    const frames = [{ file: 'https://shop.example/small.js', function: 'f', line: 1, column: 1, debugId }];
    const parts = { debugId, filename: 'elsewhere.js', map: fileOf(smallMap()) };
    const theirs = await createTenant(system);
    await pipelineOf(system, theirs, (await connectApi(system, theirs)).token).post('sourcemaps', parts);
    await sendStored(system, project, [makeEvent('exception', { payload: { frames } })]);
    expect(reasons(await only())).toEqual(['no_map']);
    expect((await pipeline.post('sourcemaps', parts)).status).toBe(201);
    await seen();
    const [found] = originals(await only());
    expect(found).toMatchObject({ file: 'src/a.ts', line: 1, context: { line: 'throw new Error();' } });
  });

  test('of a cause is resolved, too', async () => {
    await pipeline.upload({ release: 'shop@1', filename: build.filename, map: build.map });
    const cause = { type: 'RangeError', message: 'count of an item is -1', stack: build.stack };
    await sendStored(system, project, [
      makeEvent('exception', {
        contexts: { release: 'shop@1' },
        payload: { type: 'Error', message: 'no checkout', cause },
      }),
    ]);
    const [inner] = rowsIn((await only())['causes']);
    expect(originals(inner ?? {})[0]).toMatchObject({ file: 'src/cart.ts', line: 10, function: 'priceOf' });
  });
});

describe('a map that comes late', () => {
  test('makes a stored exception readable; deleted, it stops; uploaded again, it resolves again', async () => {
    await sendStored(system, project, [crash(build, 'shop@1')]);
    const first = await only();
    expect(reasons(first)[0]).toBe('no_map');
    const { json } = await pipeline.upload({ release: 'shop@1', filename: build.filename, map: build.map });
    await seen();
    const second = await only();
    expect(originals(second)[0]).toMatchObject({ file: 'src/cart.ts', line: 10, function: 'priceOf' });
    expect((await pipeline.request('DELETE', `sourcemaps/${String((json as WireObject)['id'])}`)).status).toBe(204);
    await seen();
    expect(await only()).toEqual(first);
    await pipeline.upload({ release: 'shop@1', filename: build.filename, map: build.map });
    await seen();
    expect(await only()).toEqual(second);
  });

  test('never splits or moves an issue', async () => {
    await sendStored(system, project, [crash(build, 'shop@1')]);
    const [before] = await api.all('issues');
    await pipeline.upload({ release: 'shop@1', filename: build.filename, map: build.map });
    await seen();
    await sendStored(system, project, [crash(build, 'shop@1')]);
    const after = await api.all('issues');
    expect(after.map(({ id, count }) => [id, count])).toEqual([[before?.['id'], 2]]);
  });

  test('shows the stored culprit in lists', async () => {
    await sendStored(system, project, [crash(build, 'shop@1')]);
    const culprits = async (): Promise<unknown[]> => {
      const [[issue], { data }] = [await api.all('issues'), await api.list('exceptions')];
      return [issue?.['culprit'], data[0]?.['culprit'], (await api.get(`issues/${String(issue?.['id'])}`))['culprit']];
    };
    expect(await culprits()).toEqual(Array(3).fill(expect.stringMatching(/ in assets\/app\.js$/)));
    await pipeline.upload({ release: 'shop@1', filename: build.filename, map: build.map });
    await seen();
    // Lists wait a limited time for maps, which a busy machine may need twice.
    const areResolved = async (): Promise<boolean> =>
      (await culprits()).every((culprit) => culprit === 'priceOf in src/cart.ts');
    await waitFor(areResolved, { what: 'the culprits of lists as they were written' });
  });
});

describe('grouping', () => {
  test('two builds whose names differ are one issue where both have maps', async () => {
    const other = buildShop('assets/main.js', '(globalThis as any).settings = ((a: number) => ({ a }))(1);\n');
    expect(other.stack.split('\n')[1]).not.toBe(build.stack.split('\n')[1]);
    for (const [release, one] of [
      ['shop@1', build],
      ['shop@2', other],
    ] as const) {
      await pipeline.upload({ release, filename: one.filename, map: one.map });
    }
    await seen();
    await sendStored(system, project, [crash(build, 'shop@1')], [crash(other, 'shop@2')]);
    expect((await api.all('issues')).map(({ count }) => count)).toEqual([2]);
  });
});

describe('a server that is built with the plugin, installed elsewhere and run by Node', () => {
  beforeAll(buildPlugin, 120_000);
  afterAll(removeShops);

  test.each(['vite', 'esbuild'] as const)('%s: the frames that the SDK sends resolve', async (bundler) => {
    const { organization: org, slug } = project;
    const options = { url: system.baseUrl, authToken: api.token, org, project: slug, release: 'shop@1' };
    const built = await buildPluginShop({ bundler, isServer: true, options });
    expect(built).toMatchObject({ code: 0, warnings: [] });
    const installed = path.join(path.dirname(built.root), 'installed');
    await rename(built.root, installed);
    const entry = built.files.find((file) => /(?:^|\/)main.*\.js$/.test(file)) ?? '';
    const client = pathToFileURL(path.join(repoRoot, 'packages/client/dist/node/index.js')).href;
    const dsn = system.baseUrl.replace('://', `://${project.key}@`);
    await writeFile(
      path.join(installed, 'start.mjs'),
      `import { captureException, close, init } from ${JSON.stringify(client)};
      init({ dsn: ${JSON.stringify(dsn)}, release: 'shop@1' });
      await import(${JSON.stringify(`./dist/${entry}`)});
      await shop.openCart().catch((error) => captureException(error));
      await close();`,
    );
    // Started from elsewhere, as a service is that has no working directory.
    await promisify(execFile)(process.execPath, [path.join(installed, 'start.mjs')], { cwd: '/' });
    await waitForStored(system, project, 1);
    const [frame] = rowsIn((await only())['frames']);
    expect(frame).toMatchObject({
      file: expect.stringMatching(/^app:\/\/\/dist\/.*\.js$/),
      original: { file: THROWN.file, function: THROWN.function, line: THROWN.line },
    });
  });
});

async function only(): Promise<WireObject> {
  const { data } = await api.list('exceptions');
  expect(data).toHaveLength(1);
  return api.get(`exceptions/${String(data[0]?.['id'])}`);
}

function crash({ stack }: Pick<Build, 'stack'>, release?: string): WireEvent {
  return makeEvent('exception', {
    contexts: release === undefined ? {} : { release },
    payload: { type: 'RangeError', message: 'count of an item is -1', stack },
  });
}

function originals(exception: WireObject): readonly (WireObject | null)[] {
  return rowsIn(exception['frames']).map(({ original }) => original as WireObject | null);
}

function reasons(exception: WireObject): readonly unknown[] {
  return rowsIn(exception['frames']).map(({ unresolved }) => unresolved);
}
