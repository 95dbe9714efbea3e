import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { AnyMap, originalPositionFor, sourceContentFor } from '@jridgewell/trace-mapping';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startUploadStub, type UploadStub } from '../../../packages/build-plugin/src/testing/uploadStub.js';
import { buildApp } from './buildApp.js';
import { THROWS, type Framework } from './framework.js';
import { installApp, type InstalledApp } from './installApp.js';

const README = resolve(import.meta.dirname, '../../../packages/build-plugin/README.md');
/** Covers installation and build. */
const TIMEOUT_MS = 900_000;

/** Declares tests that build the app with the plugin, then check the uploads and the build output. */
export function testFramework(framework: Framework): void {
  const { name, browser, server, own = /^$/ } = framework;
  describe(name, () => {
    let stub: UploadStub;
    let app: InstalledApp;
    let printed: string;
    beforeAll(async () => {
      stub = await startUploadStub();
      app = await installApp(framework);
      printed = await buildApp(app, framework.commands, stub.url);
    }, TIMEOUT_MS);
    afterAll(() => stub.stop());

    test('uses the configuration that the README documents', async () => {
      const readme = await readFile(README, 'utf8');
      const used = [...Object.values(framework.files), ...framework.commands].join('\n');
      for (const [tool, version] of [name.split(/[ ,]+(?=\d)/)]) expect(readme).toMatch(documentedAs(tool, version));
      for (const text of framework.documented) {
        expect(readme).toContain(text);
        expect(used).toContain(text);
      }
    });

    test('builds without warnings', () => {
      expect(printed).not.toMatch(/sluice: warning/);
    });

    test('uploads each map under the release and the name of a built file', async () => {
      expect(stub.uploads.length).toBeGreaterThan(0);
      for (const { filename, release } of stub.uploads) {
        expect(release).toBe('shop@1');
        if (own.test(filename)) continue;
        await readFile(fileOf(app.root, framework, filename));
      }
    });

    if (framework.isBrowserFirst === true) {
      test('uploads the maps of browsers first', () => {
        const sides = stub.uploads.map(({ filename }) => (isOfServer(framework, filename) ? 'server' : 'browser'));
        const browsers = sides.filter((side) => side === 'browser').length;
        expect(browsers).toBeGreaterThan(0);
        expect(sides.slice(0, browsers)).not.toContain('server');
        expect(sides.length).toBeGreaterThan(browsers);
      });
    }

    const sides = [...(browser === undefined ? [] : ['browser']), ...(server === undefined ? [] : ['server'])];
    test.each(sides)('resolves an error thrown in the %s to its original source', async (side) => {
      const uploads = stub.uploads
        .filter(({ filename }) => !own.test(filename))
        .filter(({ filename }) => isOfServer(framework, filename) === (side === 'server'));
      const resolved = await Promise.all(
        uploads.map(async ({ filename, map }) =>
          resolveThrow(await readFile(fileOf(app.root, framework, filename), 'utf8'), map),
        ),
      );
      expect(resolved.filter((one) => one !== undefined)).toContainEqual({
        source: expect.stringMatching(THROWS.source) as unknown,
        line: THROWS.line,
        hasContent: true,
      });
    });

    test('leaves no source map and no sourceMappingURL in the output', async () => {
      for (const directory of [browser?.directory, server]) {
        if (directory === undefined) continue;
        const files = await readdir(join(app.root, directory), { recursive: true });
        const maps = files.filter((file) => file.endsWith('.map') && !file.includes('node_modules'));
        const texts = await Promise.all(maps.map((map) => readFile(join(app.root, directory, map), 'utf8')));
        expect(maps.filter((_, index) => !own.test(texts[index] ?? ''))).toEqual([]);
      }
      if (browser === undefined) return;
      const root = join(app.root, browser.directory);
      for (const file of await readdir(root, { recursive: true })) {
        if (/\.m?js$/.test(file))
          expect(await readFile(join(root, file), 'utf8')).not.toMatch(/^\/\/# sourceMappingURL/m);
      }
    });
  });
}

/** Matches the table row of a tool; one row may list several versions. */
const documentedAs = (tool = '', version = ''): RegExp =>
  new RegExp(`^\\| ${tool}\\b[^|]*\\b${version.replaceAll('.', '\\.')}`, 'm');

const isOfServer = ({ server }: Framework, filename: string): boolean =>
  server !== undefined && filename.startsWith(`${server}/`);

function fileOf(root: string, framework: Framework, filename: string): string {
  // File names with brackets are uploaded percent-encoded as well.
  if (isOfServer(framework, filename)) return join(root, decodeURIComponent(filename));
  const { directory = '', prefix = '' } = framework.browser ?? {};
  expect(filename.startsWith(prefix)).toBe(true);
  return join(root, directory, filename.slice(prefix.length));
}

interface Resolved {
  readonly source: string | null;
  readonly line: number | null;
  readonly hasContent: boolean;
}

/** Original position of the throwing code according to the map; `undefined` if this file does not contain it. */
function resolveThrow(code: string, map: string): Resolved | undefined {
  const lines = code.split('\n');
  const line = lines.findIndex((text) => text.includes(THROWS.text));
  if (line === -1) return undefined;
  const column = lines[line]?.indexOf(THROWS.text) ?? 0;
  const traced = new AnyMap(map);
  const { source, line: original } = originalPositionFor(traced, { line: line + 1, column: column - 1 });
  const content = source === null ? null : sourceContentFor(traced, source);
  return { source, line: original, hasContent: content?.includes(THROWS.text) === true };
}
