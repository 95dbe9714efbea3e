import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { useDirectory } from '@sluice/testkit/useDirectory';
import { useResource } from '@sluice/testkit/useResource';
import { startCannedApi, type Canned } from '../../testing/cannedApi.js';
import { runForTest, type CommandOutput } from '../../testing/runForTest.js';

const root = useDirectory('cli-sourcemaps');
let dist: string;
const api = useResource(startCannedApi, (started) => started.stop());

const MAP = '{"version":3,"mappings":""}';

beforeEach(async () => {
  dist = path.join(root.path, 'dist');
  await rm(dist, { recursive: true, force: true });
  await mkdir(path.join(dist, 'assets'), { recursive: true });
  await writeFile(path.join(dist, 'assets/a.js'), 'f()\n//# sourceMappingURL=a.js.map');
  await writeFile(path.join(dist, 'assets/a.js.map'), MAP);
  await writeFile(path.join(dist, 'b.js'), 'g()');
  await writeFile(path.join(dist, 'b.js.map'), `${MAP} `);
  await writeFile(path.join(dist, 'lost.js.map'), MAP);
});
const run = (...words: string[]): Promise<CommandOutput> => runForTest(['sourcemaps', ...words], env());
const list = (...data: object[]): Canned => ({ body: { data, next: null, scannedTo: null } });
const NOTHING = list();
const stored = (more: object = {}): Canned => ({ status: 201, body: { problems: [], ...more } });
const refusal = (status: number, message: string): Canned => ({ status, body: { error: { code: 'code', message } } });
const asked = (): string[] => api.heard.map(({ method, path: where }) => `${method} ${where}`);

describe('sourcemaps upload', () => {
  test('needs no release if all maps have debug ids, whether in their files or in themselves', async () => {
    const [inFile, inMap] = ['85314830-023f-4cf1-a267-535f4e37bb17', '3d5a3c2c-5b8d-4f0e-9a53-77a1f40d2f11'];
    await writeFile(path.join(dist, 'assets/a.js'), `f()\n//# debugId=${inFile}\n//# sourceMappingURL=a.js.map`);
    await writeFile(path.join(dist, 'b.js.map'), JSON.stringify({ version: 3, debug_id: inMap, mappings: '' }));
    api.answer(NOTHING, stored(), NOTHING, stored());
    const { code, stdout } = await run('upload', dist);
    expect([code, stdout]).toEqual([0, expect.stringContaining('2 source maps without a release: 2 uploaded.')]);
    const sent = api.heard.flatMap(({ method, body }) => (method === 'POST' ? [body] : []));
    const ids = [inFile, inMap].map((debugId) => expect.objectContaining({ debugId }) as unknown);
    expect([sent.length, sent]).toEqual([2, expect.arrayContaining(ids)]);
  });

  test('names the maps without debug ids if there is no release', async () => {
    api.answer(NOTHING);
    const { code, stderr } = await run('upload', dist);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/No release: .*2 source maps .*a\.js\.map.*b\.js\.map/)]);
    for (let n = 0; n < 9; n += 1) await writeFile(path.join(dist, `${n}.js`), 'f()');
    for (let n = 0; n < 9; n += 1) await writeFile(path.join(dist, `${n}.js.map`), MAP);
    expect((await run('upload', dist)).stderr).toMatch(/11 source maps .*: (?:\S+, ){4}\S+ and 6 more/);
    expect(api.heard).toEqual([]);
  });

  test('sends all maps of the directory and reports their names', async () => {
    api.answer(NOTHING, stored());
    const { code, stdout, stderr } = await run('upload', dist, '--release', '1.0', '--url-prefix', 'static');
    expect(code).toBe(0);
    const [heading = '', first = '', second = '', ...rest] = stdout.split('\n');
    expect(heading).toMatch(/^FILENAME +MAP +OUTCOME$/);
    expect(first).toMatch(/^static\/assets\/a\.js +.*dist\/assets\/a\.js\.map +uploaded$/);
    expect(second).toMatch(/^static\/b\.js +.*dist\/b\.js\.map +uploaded$/);
    expect(rest.join('\n')).toMatch(/NOT USED\n.*lost\.js\.map: no file refers to it/);
    expect(rest.at(-2)).toBe('2 source maps of release 1.0: 2 uploaded.');
    expect(stderr).toMatch(/^Uploading 2 source maps of release 1\.0 to http.*\n1 of 2: .*\n2 of 2: .* uploaded\n$/);
    expect(api.heard.filter(({ method }) => method === 'POST').map(({ path: where, body }) => [where, body])).toEqual(
      expect.arrayContaining([
        ['/acme/shop/sourcemaps', { release: '1.0', filename: 'static/assets/a.js', map: MAP }],
        ['/acme/shop/sourcemaps', { release: '1.0', filename: 'static/b.js', map: `${MAP} ` }],
      ]),
    );
  });

  test('with --json answers one value', async () => {
    api.answer(NOTHING, stored({ problems: ['It has no names.'] }));
    const { stdout, stderr } = await run('upload', dist, '--release', '1.0', '--ignore', 'b.js', '--json');
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual({
      release: '1.0',
      directory: dist,
      dryRun: false,
      files: [
        {
          filename: 'assets/a.js',
          origin: path.join(dist, 'assets/a.js.map'),
          outcome: 'uploaded',
          problems: ['It has no names.'],
          error: null,
        },
      ],
      unmatched: [expect.objectContaining({ path: path.join(dist, 'b.js.map') }), expect.anything()],
      leftOut: 0,
      counts: { uploaded: 1, replaced: 0, unchanged: 0, unknown: 0, failed: 0 },
    });
  });

  test('--dry-run sends nothing, and needs no service', async () => {
    api.answer(refusal(500, 'Not to be asked.'));
    const { code, stdout } = await runForTest(['sourcemaps', 'upload', dist, '--dry-run'], { SLUICE_RELEASE: '2.0' });
    expect([code, api.heard]).toEqual([0, []]);
    expect(stdout).toMatch(/assets\/a\.js\.map +found\n/);
    expect(stdout).toMatch(/2 source maps of release 2\.0: 2 found\.\n$/);
  });

  test.each(['https://cdn.example/static', '/static/', './static'])(
    'behind %s, prints what is stored',
    async (prefix) => {
      api.answer(NOTHING, stored());
      const words = ['upload', dist, '--release', '1', '--url-prefix', prefix, '--include', 'b.js'];
      const { stdout, stderr } = await run(...words);
      expect(stdout).toMatch(/\nstatic\/b\.js +/);
      expect(stderr).toContain('1 of 1: static/b.js uploaded\n');
    },
  );

  test('on a terminal, draws a bar on stderr and takes it away', async () => {
    api.answer(NOTHING, stored());
    const words = ['sourcemaps', 'upload', dist, '--release', '1.0'];
    const { stderr } = await runForTest(words, env(), undefined, { isErrorTerminal: true });
    const drawn = stderr.split('\r\u001b[2K').slice(1);
    expect(drawn.map((line) => /\d\/\d/.exec(line)?.[0])).toEqual(['0/2', '1/2', '2/2', undefined]);
    expect(drawn[2]).toContain('━'.repeat(24));
    expect(drawn.at(-1)).toBe('');
  });

  test.each([
    ['--include', 'assets', ['assets/a.js']],
    ['--ignore', '*.js', []],
  ])('%s %s is repeatable', async (option, glob, expected) => {
    const { stdout } = await run('upload', dist, '--release', '1', '--dry-run', '--json', option, 'none', option, glob);
    const { files } = JSON.parse(stdout) as { files: { filename: string }[] };
    expect(files.map(({ filename }) => filename)).toEqual(expected);
  });

  test('a map that is refused fails the command; the others are there', async () => {
    api.answer(NOTHING, stored(), refusal(422, 'The map is no JSON.'));
    const { code, stdout, stderr } = await run('upload', dist, '--release', '1.0');
    expect(code).toBe(1);
    expect(stdout).toMatch(/FAILED\n.*: The map is no JSON\.\n/);
    expect(stdout).toContain('2 source maps of release 1.0: 1 uploaded, 1 failed.');
    expect(stderr).toContain('sluice: 1 of 2 source maps were not uploaded: The map is no JSON.\n');
  });

  test('reports a common failure once, without the token', async () => {
    api.answer(refusal(401, 'slp_secret'));
    const { code, stdout, stderr } = await run('upload', dist, '--release', '1.0');
    expect(code).toBe(1);
    expect(stdout).toMatch(/FAILED\n2 files: http.* rejects the token/);
    expect(stdout + stderr).not.toContain('slp_secret');
  });

  test('an interrupted upload reports which maps are stored, may be stored, and are not stored', async () => {
    for (const name of ['c', 'd', 'e', 'f', 'g', 'h'])
      await writeFile(path.join(dist, `${name}.js.map`), `${MAP}${name}`);
    for (const name of ['c', 'd', 'e', 'f', 'g', 'h']) await writeFile(path.join(dist, `${name}.js`), 'f()');
    const abort = new AbortController();
    api.answer(NOTHING, stored(), 'silent');
    api.onRequest((count) => {
      // The list, one map that is stored, and six on their way.
      if (count === 8) abort.abort();
    });
    const words = ['sourcemaps', 'upload', dist, '--release', '1.0'];
    const { code, stdout, stderr } = await runForTest(words, env(), abort.signal);
    expect(code).toBe(1);
    expect(stdout).toContain('UNKNOWN\n6 files were being sent. They may be stored. Run the command again');
    expect(stdout).toContain('FAILED\nh.js: The upload was interrupted.');
    expect(stdout).toContain('8 source maps of release 1.0: 1 uploaded, 6 unknown, 1 failed.');
    expect(stderr).toMatch(
      /sluice: Interrupted: of 8 source maps, 1 are stored, 6 may be \(they were being sent\), 1 are not\.\n$/,
    );
  });

  test('fails with a message if all maps of a directory are excluded', async () => {
    const { code, stderr } = await run('upload', dist, '--release', '1.0', '--ignore', '*.map', '--ignore', '*.js');
    expect([code, stderr]).toEqual([1, 'sluice: No source maps to upload: 3 were skipped by --ignore or --include.\n']);
  });

  test('a directory without maps fails', async () => {
    await rm(path.join(dist, 'assets'), { recursive: true });
    await rm(path.join(dist, 'b.js'));
    const { code, stdout, stderr } = await run('upload', dist, '--release', '1.0', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ files: [], unmatched: [{}, {}] });
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^sluice: No source maps to upload\. .*\n$/)]);
  });

  test.each([
    [['upload'], 'missing required argument'],
    [['upload', '/nowhere', '--release', '1'], 'Directory not found: /nowhere.'],
    [['upload', '.'], 'No release: give --release or set SLUICE_RELEASE'],
    [['upload', '.', '--release', ' '], 'The value is empty'],
    [['upload', '.', '--release', '1', '--url-prefix', '~/static'], 'takes no "~"'],
    [['upload', 'a', 'b', '--release', '1'], 'too many arguments'],
  ])('%j is wrong usage', async (words, message) => {
    const { code, stderr } = await run(...words);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});

describe('sourcemaps clean', () => {
  const comment = (): Promise<string> => readFile(path.join(dist, 'assets/a.js'), 'utf8');

  test('--dry-run lists the files to remove, and removes nothing', async () => {
    const { code, stdout } = await runForTest(['sourcemaps', 'clean', dist, '--dry-run'], {});
    expect(code).toBe(0);
    expect(stdout).toMatch(/^MAPS TO REMOVE\n.*assets\/a\.js\.map\n.*b\.js\.map\n\nCOMMENTS TO REMOVE FROM\n.*a\.js\n/);
    expect(stdout).toMatch(/KEPT\n.*lost\.js\.map: no script .*\n\n2 source maps and 1 comment would be removed\.\n$/);
    expect(await comment()).toContain('sourceMappingURL');
  });

  test('removes maps and comments, and needs no service', async () => {
    const { code, stdout } = await runForTest(['sourcemaps', 'clean', dist, '--ignore', 'b.js', '--json'], {});
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      directory: dist,
      dryRun: false,
      interrupted: false,
      maps: [path.join(dist, 'assets/a.js.map')],
      comments: [path.join(dist, 'assets/a.js')],
      outdatedCopies: [],
      kept: [expect.objectContaining({ path: path.join(dist, 'b.js.map') }), expect.anything()],
    });
    expect(await comment()).toBe('f()\n');
  });

  test.each([[['clean']], [['clean', '/nowhere']]])('%j is wrong usage', async (words) => {
    expect(await run(...words)).toMatchObject({ code: 2, stdout: '' });
  });
});

describe('sourcemaps list and delete', () => {
  test.each([
    ['', '/acme/shop/sourcemaps'],
    ['list --release shop@1 --limit 5', '/acme/shop/sourcemaps?release=shop%401&limit=5'],
    ['list --filename assets/ --all', '/acme/shop/sourcemaps?filename=assets%2F&limit=100'],
  ])('sourcemaps %s lists maps', async (line, expected) => {
    api.answer(list({ id: 'm1', release: '1', filename: 'a.js', size: 1_234, problems: ['Odd.', 'Very.'] }));
    const { stdout, code } = await run(...line.split(' ').filter((word) => word !== ''));
    expect([code, asked()]).toEqual([0, [`GET ${expected}`]]);
    expect(stdout).toMatch(/^MAP .*\nm1 +1 +a\.js +- +1,234 +- +Odd\. Very\.\n$/);
  });

  test('delete removes one map by its id', async () => {
    api.answer({ status: 204, body: '' });
    expect(await run('delete', 'm1', '--json')).toEqual({ code: 0, stdout: '{"deleted":"m1"}\n', stderr: '' });
    expect(asked()).toEqual(['DELETE /acme/shop/sourcemaps/m1']);
  });

  test('delete removes all maps of a release and reports their number', async () => {
    api.answer({ body: { version: '1', sourceMaps: 2 } }, { status: 204, body: '' });
    expect((await run('delete', '--release', '1')).stdout).toBe('Deleted: 2 source maps of release 1.\n');
    expect(asked()).toEqual(['GET /acme/shop/releases/1', 'DELETE /acme/shop/sourcemaps?release=1']);
  });

  test('delete removes all maps of a release that no address can name', async () => {
    api.answer({ body: { data: [{ version: '..', sourceMaps: 1 }], next: null } }, { status: 204, body: '' });
    expect((await run('delete', '--release', '..')).stdout).toBe('Deleted: 1 source map of release ...\n');
    expect(asked()).toEqual(['GET /acme/shop/releases?query=..&limit=100', 'DELETE /acme/shop/sourcemaps?release=..']);
  });

  test.each(['', '.', '..'])('%j is rejected as an id without a request', async (id) => {
    api.answer({ status: 204, body: '' });
    expect(await run('delete', id)).toMatchObject({ code: 2, stdout: '' });
    expect(asked()).toEqual([]);
  });

  test('a release that is not known is an error, and nothing is deleted', async () => {
    api.answer(refusal(404, 'There is no such release.'));
    expect(await run('delete', '--release', '1')).toMatchObject({ code: 1, stdout: '' });
    expect(asked()).toHaveLength(1);
  });

  test.each([[['delete']], [['delete', 'm1', '--release', '1']]])('%j is wrong usage', async (words) => {
    expect(await runForTest(['sourcemaps', ...words], env({ SLUICE_RELEASE: '1' }))).toMatchObject({ code: 2 });
  });
});

function env(more: Record<string, string> = {}): Record<string, string> {
  return {
    SLUICE_URL: api.url,
    SLUICE_AUTH_TOKEN: 'slp_secret',
    SLUICE_ORG: 'acme',
    SLUICE_PROJECT: 'shop',
    ...more,
  };
}
