import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import { describe, expect, test } from '@jest/globals';
import { type SluiceOptions } from '../types/options.d.js';
import { type Bundler } from './testing/runBuild.js';
import { buildShop, type ShopBuild } from './testing/shopBuild.js';
import { THROWN } from './testing/shopApp.js';
import { uploadTo, useShopBuilds } from './testing/useShopBuilds.js';

const stub = useShopBuilds();

const WITH_IDS: readonly Bundler[] = ['vite', 'rollup', 'rolldown', 'webpack', 'rspack'];

describe.each(WITH_IDS)('a build with %s', (bundler) => {
  test('gives each file a debug id, which the file registers and its map has', async () => {
    const build = await buildShop({ bundler, options: options({ release: 'shop@1', deleteAfterUpload: false }) });
    expect(build).toMatchObject({ code: 0, warnings: [] });
    const files = await codeOf(build);
    expect(new Set(files.map(({ debugId }) => debugId)).size).toBe(2);
    for (const { file, code, debugId } of files) {
      expect([registeredBy(code), debugId]).toEqual([debugId, expect.stringMatching(/^[\da-f-]{36}$/)]);
      // Vite makes maps of chunks with dynamic imports again, with this field alone.
      const fields = bundler === 'vite' ? { debugId } : { debugId, debug_id: debugId };
      expect(JSON.parse(await build.read(`${file}.map`))).toMatchObject(fields);
      expect(stub.uploads.find(({ filename }) => filename === file)).toMatchObject({ debugId, release: 'shop@1' });
    }
    expect(placeOf(await thrower(build))).toEqual({
      source: expect.stringMatching(/src\/cart\.ts$/),
      line: THROWN.line,
    });
  });

  test('needs no release, and gives the same code the same ids', async () => {
    const first = await buildShop({ bundler, options: options() });
    expect(first).toMatchObject({ code: 0, warnings: [] });
    expect(stub.uploads.map(({ release }) => release)).toEqual(['', '']);
    const second = await buildShop({ bundler, options: options(), beside: first });
    expect(await codeOf(second)).toEqual(await codeOf(first));
  });
});

describe.each(WITH_IDS)('a build with %s in which code registers another debug id', (bundler) => {
  const ID = '85314830-023f-4cf1-a267-535f4e37bb17';
  const idsOf = async (build: ShopBuild) => (await codeOf(build)).map(({ debugId }) => debugId);

  test('has it if a plugin wrote it into the file', async () => {
    const build = await buildShop({ bundler, options: options(), banner: registering(ID) });
    expect(build).toMatchObject({ code: 0, warnings: [] });
    expect([await idsOf(build), stub.uploads.map(({ debugId }) => debugId)]).toEqual([
      [ID, ID],
      [ID, ID],
    ]);
  });

  test('does not have it if it is that of a library', async () => {
    const build = await buildShop({
      bundler,
      options: options(),
      before: async (output) => {
        for (const name of ['cart.ts', 'greet.ts']) {
          const file = join(output, '../src', name);
          await writeFile(file, registering(ID) + (await readFile(file, 'utf8')));
        }
      },
    });
    expect(build).toMatchObject({ code: 0, warnings: [] });
    for (const { code, debugId } of await codeOf(build)) {
      expect(code).toContain(ID);
      expect(debugId).not.toBe(ID);
      expect(stub.uploads.filter((upload) => upload.debugId === debugId)).toHaveLength(1);
    }
  });
});

/** How the plugins of Sentry register a debug id. */
const registering = (id: string): string =>
  `!function(){try{var e=globalThis,n=(new Error).stack;n&&(e._sentryDebugIds=e._sentryDebugIds||{},` +
  `e._sentryDebugIds[n]="${id}",e._sentryDebugIdIdentifier="sentry-dbid-${id}")}catch(e){}}();`;

test.each<Bundler>(['webpack', 'rspack'])(
  '%s: files with and without debug ids have different names, also without realContentHash',
  async (bundler) => {
    const ask = { bundler, realContentHash: false };
    const named = await buildShop({ ...ask, options: options({ release: 'shop@1' }) });
    const plain = await buildShop({ ...ask, options: options({ release: 'shop@1', debugIds: false }), beside: named });
    const names = [...(await codeOf(named)), ...(await codeOf(plain))].map(({ file }) => file);
    expect(new Set(names).size).toBe(4);
  },
);

test('vite: workers get debug ids', async () => {
  const write = async (output: string): Promise<void> => {
    const source = join(output, '../src');
    await writeFile(
      join(source, 'worker.ts'),
      `import { checkout } from './cart.ts';\nonmessage = () => checkout([]);\n`,
    );
    await appendFile(
      join(source, 'main.ts'),
      `new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });\n`,
    );
  };
  const build = await buildShop({ bundler: 'vite', options: options({ deleteAfterUpload: false }), before: write });
  expect(build).toMatchObject({ code: 0, warnings: [] });
  const files = await codeOf(build);
  expect(files.map(({ file }) => file)).toContainEqual(expect.stringMatching(/worker/));
  for (const { file, code, debugId } of files) {
    expect(stub.uploads.find(({ filename }) => filename === file)).toMatchObject({ debugId });
    expect(registeredBy(code)).toBe(debugId);
  }
});

test('esbuild: files stay as they are, and maps need a release', async () => {
  const build = await buildShop({ bundler: 'esbuild', options: options() });
  expect(build.warnings).toEqual([expect.stringContaining('no release')]);
  for (const { code } of await codeOf(build)) expect(code).not.toContain('debugId');
});

interface CodeFile {
  readonly file: string;
  readonly code: string;
  readonly debugId: string | undefined;
}

const codeOf = (build: ShopBuild): Promise<readonly CodeFile[]> =>
  Promise.all(
    build.files
      .filter((file) => file.endsWith('.js'))
      .map(async (file) => {
        const code = await build.read(file);
        return { file, code, debugId: /\n\/\/# debugId=(\S+)\n$/.exec(code)?.[1] };
      }),
  );

/** Runs the line that registers alone: the rest is a module of a page. */
function registeredBy(code: string): string | undefined {
  const page: { _sentryDebugIds?: Record<string, string> } = {};
  const line = code.split('\n').find((text) => text.includes('_sentryDebugIds'));
  runInNewContext(line ?? '', page, { filename: 'https://shop.example/a.js' });
  return Object.values(page._sentryDebugIds ?? {})[0];
}

/** The chunk that throws, and its map. */
async function thrower(build: ShopBuild): Promise<{ readonly code: string; readonly map: string }> {
  const found = (await codeOf(build)).find(({ code }) => code.includes('count of an item is'));
  return { code: found?.code ?? '', map: await build.read(`${found?.file ?? ''}.map`) };
}

function placeOf({ code, map }: { readonly code: string; readonly map: string }): object {
  const before = code.slice(0, code.indexOf('RangeError')).split('\n');
  const at = { line: before.length, column: before.at(-1)?.length ?? 0 };
  const { source, line } = originalPositionFor(new TraceMap(map), at);
  return { source, line };
}

function options(more: SluiceOptions = {}): SluiceOptions {
  return uploadTo(stub, more);
}
