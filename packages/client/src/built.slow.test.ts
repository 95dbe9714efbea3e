import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { packClient, type PackedClient } from './node/testing/packClient.js';

let packed: PackedClient;
beforeAll(async () => {
  packed = await packClient();
}, 90_000);
afterAll(() => packed.remove());

describe('the bundled files of the client', () => {
  const built = (file: string): string => path.join(packed.directory, 'node_modules/@sluice/client/dist', file);

  it('are the files of the script tag, which import nothing', async () => {
    const files = ['loader.js', 'replay.js', 'sluice.js', 'vitals.js'];
    expect((await readdir(built('sdk'))).sort()).toEqual(files);
    for (const file of files) {
      expect(await readFile(built(`sdk/${file}`), 'utf8')).not.toMatch(/^\s*(import|export)\b/m);
    }
  });

  it('let Chromium compile the SDK while it loads', async () => {
    expect(await readFile(built('sdk/sluice.js'), 'utf8')).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/);
  });

  it.each([
    ['replay/chunk.js', 'startRecording'],
    ['browser/vitals/chunk.js', 'watchBehavior'],
  ])('is %s as a whole: a chunk that imported the program would fail with it', async (file, name) => {
    const chunk = await readFile(built(file), 'utf8');
    expect(chunk).not.toMatch(/^import\b/m);
    expect(chunk).toMatch(new RegExp(`export\\s*\\{[^}]*\\b${name}\\s*\\}`));
  });
});

/** A module that is used where a page is shown, and where a server renders it. */
const BOTH_SIDES = `
init({
  release: 'r@1',
  sendUrlQuery: true,
  transport: () => ({ send: (event) => console.log(event.type) }),
  integrations: [
    ...[breadcrumbs({ clicks: false }), browserTracing(), consoleLogs({ methods: ['error'] }), globalErrors(), hits()],
    ...[httpErrors(), httpSpans({ propagateTo: [] }), replay({ sampleRate: 1 }), webVitals()],
  ],
});
const page = withScope(() => span('render', () => '<h1>shop</h1>'));
console.log(page);
`;
const NAMES =
  'breadcrumbs, browserTracing, consoleLogs, globalErrors, hits, httpErrors, httpSpans, init, replay, span, webVitals, withScope';

describe('a module for both sides', () => {
  it.each([
    ['ESM', 'page.mjs', `import { ${NAMES} } from '@sluice/client';`, '<h1>shop</h1>\nspan\n'],
    ['CommonJS', 'page.cjs', `const { ${NAMES} } = require('@sluice/client');`, '<h1>shop</h1>\nspan\n'],
    ['ESM, explicitly of Node', 'own.mjs', `import { ${NAMES} } from '@sluice/client/node';`, '<h1>shop</h1>\nspan\n'],
    [
      'ESM that a bundler took for a page, with a warning',
      'browser.mjs',
      `import { ${NAMES} } from './node_modules/@sluice/client/dist/browser/index.js';`,
      '<h1>shop</h1>\n',
    ],
    [
      'CommonJS that a bundler took for a page, with a warning',
      'browser.cjs',
      `const { ${NAMES} } = require('./node_modules/@sluice/client/dist/cjs/browser.cjs');`,
      '<h1>shop</h1>\n',
    ],
  ])('renders in Node as %s', async (how, file, line, output) => {
    await packed.write(file, line + BOTH_SIDES);
    const { stdout, stderr } = await packed.run(file);

    const warning = '[sluice] Nothing is sent: no page, import @sluice/client/worker or /node\n';
    expect(stderr).toBe(how.endsWith('with a warning') ? warning : '');
    expect(stdout.split('\n').sort()).toEqual(output.split('\n').sort());
  });

  it('is one SDK, by whichever of its names', async () => {
    const both = `import * as a from '@sluice/client'; import * as b from '@sluice/client/node'; console.log(a === b);`;
    await packed.write('same.mjs', both);

    expect((await packed.run('same.mjs')).stdout).toBe('true\n');
  });
});

describe('types', () => {
  const typed = BOTH_SIDES.replace(/console\.log\(/g, 'void (');
  const server = `init({ integrations: [flushOnExit({ signals: true })] }); const level: Level = 'info'; void level;\n`;
  const wrong = `// @ts-expect-error types are there\ninit({ dsn: 7 });\n`;
  const OF_SERVER = `${NAMES}, flushOnExit, type Level`;

  beforeAll(async () => {
    await packed.write('package.json', '{ "name": "program" }');
    // Of a package without "type" this is CommonJS.
    await packed.write('required.ts', `import { ${OF_SERVER} } from '@sluice/client';${typed}${server}${wrong}`);
    await packed.write('imported.mts', `import { ${OF_SERVER} } from '@sluice/client';${typed}${server}${wrong}`);
    await packed.write('page.ts', `import { ${NAMES} } from '@sluice/client';${typed}${wrong}`);
    await packed.write('own.ts', `import { ${OF_SERVER} } from '@sluice/client/node';${typed}${server}${wrong}`);
    const old = `import sluice = require('@sluice/client');\nconst { ${NAMES} } = sluice;${typed}`;
    await packed.write('old.cts', `${old}${wrong.replace('init(', 'sluice.init(')}`);
  });

  it('are there for CommonJS and ESM, and need no types of the DOM in Node', async () => {
    const options = { module: 'node16', lib: ['es2022'], skipLibCheck: false };
    expect(await packed.check(options, ['required.ts', 'imported.mts'])).toBe('');
  });

  it('are exported for bundlers of pages, and for Node under a separate name', async () => {
    const options = { module: 'preserve', moduleResolution: 'bundler', skipLibCheck: true };
    expect(await packed.check(options, ['page.ts', 'own.ts', 'old.cts'])).toBe('');
  });
});
