import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { BUNDLERS, buildPlugin } from './testing/runBuild.js';

const run = promisify(execFile);
const PACKAGE = resolve(import.meta.dirname, '..');

beforeAll(buildPlugin, 60_000);

test.each(BUNDLERS)('%s: the plugin is the default and the named export, imported and required', async (bundler) => {
  const check = `
    import { createRequire } from 'node:module';
    const name = '@sluice/build-plugin/${bundler}';
    const [imported, required] = [await import(name), createRequire(import.meta.url)(name)];
    const all = [imported.default, imported.sluice, required.default, required.sluice];
    console.log(typeof all[0], new Set(all).size, typeof imported.sluice());
  `;
  const { stdout } = await run(process.execPath, ['--no-warnings', '--input-type=module', '-e', check], {
    cwd: PACKAGE,
  });
  expect(stdout.trim()).toBe('function 1 object');
});

test('the index exports the plugins of all bundlers', async () => {
  const check = `console.log(Object.keys(await import('@sluice/build-plugin')).sort().join())`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', check], { cwd: PACKAGE });
  expect(stdout.trim()).toBe('sluiceEsbuild,sluiceRolldown,sluiceRollup,sluiceRspack,sluiceVite,sluiceWebpack');
});

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(PACKAGE, '.types-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

/** What configurations of other versions ask of a plugin: as the bundlers have it, with hooks of types of their own. */
const FOREIGN = `
  declare const version: unique symbol;
  interface Context { readonly [version]: 'another' }
  interface RollupPlugin {
    name: string;
    version?: string;
    enforce?: 'pre' | 'post';
    apply?: 'serve' | ((this: void, config: Context) => boolean);
    outputOptions?: (this: Context, options: Context) => Context | null;
    writeBundle?: { order?: 'pre'; handler: (this: Context, options: Context) => Promise<void> };
  }
  interface WebpackPlugin { [index: string]: any; apply: (compiler: Context) => void }
  interface EsbuildPlugin { name: string; setup: (build: Context) => void | Promise<void> }
  type Option<Plugin> = Plugin | false | null | undefined | Option<Plugin>[] | Promise<Option<Plugin>>;
  declare function of<Plugin>(...plugins: Option<Plugin>[]): void;
  of<RollupPlugin>(vite(), [rollup()], Promise.resolve(rolldown()));
  of<WebpackPlugin>(webpack(), rspack());
  of<EsbuildPlugin>(esbuild());
`;

test('the public types name no type of a bundler, of which there may be another version', async () => {
  const types = join(PACKAGE, 'types');
  for (const file of await readdir(types)) {
    const imports = (await readFile(join(types, file), 'utf8')).match(/from '[^']*'/g) ?? [];
    expect(imports.filter((one) => !one.startsWith("from './"))).toEqual([]);
  }
});

test('the package has types that reject an unknown option', async () => {
  const tsc = resolve(PACKAGE, '../../node_modules/typescript/bin/tsc');
  const lines = BUNDLERS.flatMap((bundler) => [
    `import ${bundler}, { sluice as ${bundler}Named } from '@sluice/build-plugin/${bundler}';`,
    `${bundler}({ release: 'shop@1', ignore: [/vendor/] }); ${bundler}Named();`,
  ]);
  const options = { noEmit: true, strict: true, skipLibCheck: true, module: 'nodenext', target: 'es2022', types: [] };
  await writeFile(join(directory, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: ['user.mts'] }));
  const wrong = ['// @ts-expect-error -- there is no such option', "vite({ relaese: 'shop@1' });"];
  await writeFile(join(directory, 'user.mts'), [...lines, ...wrong, FOREIGN].join('\n'));
  await run(process.execPath, [tsc, '-p', directory]);
}, 60_000);
