import { describe, expect, test } from '@jest/globals';
import { startCannedApi, type Canned } from '../../../testing/cannedApi.js';
import { runForTest, type CommandOutput } from '../../../testing/runForTest.js';
import { useResource } from '@sluice/testkit/useResource';

const api = useResource(startCannedApi, (started) => started.stop());
const list = (...data: object[]): Canned => ({ body: { data, next: null, scannedTo: null } });
const asked = (): string[] => api.heard.map(({ path }) => path.replace('/acme/shop/', ''));
const UNKNOWN: Canned = { status: 404, body: { error: { code: 'not_found', message: 'There is no such release.' } } };

const context = { before: ['function load() {'], line: '  throw new Error();', after: ['}'] };
const original = {
  file: 'src/cart.ts',
  source: 'webpack://shop/./src/cart.ts',
  function: 'load',
  line: 42,
  column: 7,
  context,
};
const URL_ = 'https://shop.example/assets/app.js';
const POSITION = [`${URL_}:1:2345`, '--release', 'shop@1'];

describe('a position', () => {
  test('is asked for at the release', async () => {
    api.answer(answer(null));
    expect((await run(...POSITION)).code).toBe(0);
    expect(asked()).toEqual([
      'sourcemaps/explain?release=shop%401&url=https%3A%2F%2Fshop.example%2Fassets%2Fapp.js&line=1&column=2345',
    ]);
  });

  test.each([
    ['    at t (https://shop.example/assets/app.js:1:2345)'],
    ['at https://shop.example/assets/app.js:1:2345'],
    ['t@https://shop.example/assets/app.js:1:2345'],
    ['@https://shop.example/assets/app.js:1:2345'],
  ])('%j is read as the line of a stack', async (line) => {
    api.answer(answer(null));
    expect((await run(line, '--release', '1')).code).toBe(0);
    const query = 'release=1&url=https%3A%2F%2Fshop.example%2Fassets%2Fapp.js&line=1&column=2345';
    expect(asked()).toEqual([`sourcemaps/explain?${query}`]);
  });

  test('may hold an @ in its address', async () => {
    api.answer(answer(null));
    await run('https://cdn.example/@scope/x@2/a.js:1:2', '--release', '1');
    expect(asked()[0]).toContain('url=https%3A%2F%2Fcdn.example%2F%40scope%2Fx%402%2Fa.js&line=1&column=2');
  });

  test('that resolves shows the original, with its lines', async () => {
    api.answer(answer(null));
    expect((await run(...POSITION)).stdout).toBe(
      [
        `at ${URL_}:1:2345`,
        '  is load (src/cart.ts:42:7)',
        '          41 | function load() {',
        '        > 42 |   throw new Error();',
        '          43 | }',
        '',
      ].join('\n'),
    );
  });

  test('that does not resolve is explained, with the name that its map needs', async () => {
    api.answer(answer('no_map', { filename: 'static/assets/app.js' }));
    expect((await run(...POSITION)).stdout).toBe(
      [
        `at ${URL_}:1:2345`,
        '  filename of its map: static/assets/app.js',
        '  "assets/app.js" is uploaded under a shorter path. Upload with --url-prefix static/ (the plugin\'s urlPrefix), in front of the current prefix, if any.',
        '  similar upload: assets/app.js',
        '',
      ].join('\n'),
    );
  });

  test.each<[string, Canned[], string, string[]]>([
    [
      'an unknown release',
      [
        answer('no_map', { hasRelease: false, filenames: [] }),
        list(),
        list(
          { version: 'shop@2', sourceMaps: 3 },
          { version: 'shop@0', sourceMaps: 0 },
          { version: 'zzz', sourceMaps: 1 },
        ),
      ],
      'Release "shop@1" is unknown: it has no events and no uploads. Other releases have maps, such as "shop@2".',
      ['sourcemaps?release=shop%401&limit=100', 'releases?limit=100'],
    ],
    [
      'a release without maps',
      [answer('no_map', { filenames: [] }), list(), list({ version: 'other', sourceMaps: 3 })],
      'No map was uploaded for release "shop@1". Other releases have maps, such as "other".',
      ['sourcemaps?release=shop%401&limit=100', 'releases?limit=100'],
    ],
    [
      'no maps at all',
      [answer('no_map', { filenames: [] }), list(), list()],
      'No other release has maps.',
      ['sourcemaps?release=shop%401&limit=100', 'releases?limit=100'],
    ],
    [
      'a malformed map',
      [answer('bad_map'), list({ filename: 'assets/app.js', problems: ['Its mappings hold a blank.'] })],
      'is invalid: Its mappings hold a blank. Rebuild and upload it.',
      ['sourcemaps?release=shop%401&limit=100'],
    ],
    [
      'a damaged one',
      [answer('bad_map'), list({ filename: 'assets/app.js', problems: [] })],
      'the service is rebuilding it',
      ['sourcemaps?release=shop%401&limit=100'],
    ],
    [
      'a position outside the map',
      [answer('outside_map')],
      'has no mapping for line 1, column 2345. It may belong to another build',
      [],
    ],
    ['a frame without a line', [answer('no_position')], 'there is no position to look up', []],
    ['a store that is away', [answer('unavailable')], 'could not be read in time. Try again.', []],
    ['a file without an address', [answer('no_map', { filename: null })], 'without a file has no source map', []],
    [
      'a reason of a later version',
      [answer('eaten')],
      'returned the reason "eaten", which this version of sluice does not know',
      [],
    ],
  ])('that does not resolve has its cause reported: %s', async (_, answers, why, further) => {
    api.answer(...answers);
    const { code, stdout, stderr } = await run(...POSITION, '--json');
    expect([code, stderr, JSON.parse(stdout)]).toEqual([
      1,
      '',
      expect.objectContaining({ release: 'shop@1', original: null, why: expect.stringContaining(why) }),
    ]);
    expect(asked().slice(1)).toEqual(further);
  });

  test.each([
    [['https://shop.example/app.js', '--release', '1'], 'has no position: write url:line:column'],
    [['app.js:1', '--release', '1'], 'has no position'],
    [['at t (app.js)', '--release', '1'], 'has no position'],
    [
      ['app.js:1:2'],
      'No release: give --release or set SLUICE_RELEASE to the release that the SDK reports, or give --debug-id',
    ],
    [['01983c1e', '--release', '1'], 'an exception already has them'],
    [[], 'missing required argument'],
  ])('%j is wrong usage', async (words, message) => {
    const { code, stderr } = await run(...words);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  function answer(unresolved: string | null, more: object = {}): Canned {
    return {
      body: {
        filename: 'assets/app.js',
        frame: { original: unresolved === null ? original : null, unresolved },
        hasRelease: true,
        filenames: ['assets/app.js'],
        ...more,
      },
    };
  }
});

describe('an exception', () => {
  const frame = (file: string, unresolved: string | null): object => ({
    file,
    function: 't',
    line: 1,
    column: 9,
    inApp: true,
    unresolved,
    original: unresolved === null ? original : null,
  });
  const exception = (release: string | null, frames: object[], more: object = {}): Canned => ({
    body: { id: 'e1', release, type: 'TypeError', message: 'x\u001b[2J', frames, causes: [], ...more },
  });

  test('is explained frame by frame, each reason once, with its causes', async () => {
    const cause = { type: 'Error', message: 'why', frames: [frame('https://cdn.example/gtm.js', 'no_map')] };
    const missing = frame('https://shop.example/js/app.js', 'no_map');
    api.answer(
      exception('shop@1', [frame(URL_, null), missing, missing], { causes: [cause] }),
      list({ filename: 'app.js' }),
    );
    const { code, stdout } = await run('e1');
    expect(code).toBe(0);
    expect(stdout).toBe(
      [
        'exception  e1',
        'release    shop@1',
        'resolved   1 of 4 frames',
        '',
        'TypeError: x·[2J',
        `at t (${URL_}:1:9)`,
        '  is load (src/cart.ts:42:7)',
        'at t (https://shop.example/js/app.js:1:9)',
        '  filename of its map: js/app.js',
        '  "app.js" is uploaded under a shorter path. Upload with --url-prefix js/ (the plugin\'s urlPrefix), in front of the current prefix, if any.',
        '  similar upload: app.js',
        'at t (https://shop.example/js/app.js:1:9)',
        '  as above',
        '',
        'caused by Error: why',
        'at t (https://cdn.example/gtm.js:1:9)',
        '  filename of its map: gtm.js',
        '  It was not uploaded, but similar filenames were.',
        '  similar upload: app.js',
        '',
      ].join('\n'),
    );
    expect(asked()).toEqual(['exceptions/e1', 'sourcemaps?release=shop%401&limit=100']);
  });

  test('that does not exist is an error, which explains how a position is written', async () => {
    api.answer({ status: 404, body: { error: { code: 'not_found', message: 'There is no such exception.' } } });
    const { code, stderr } = await run('hello');
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/no such exception\..* A position is written url:line:column\.\n$/),
    ]);
  });

  test('that resolves needs no further request', async () => {
    api.answer(exception('shop@1', [frame(URL_, null)]));
    const { code, stdout } = await run('e1', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      exception: 'e1',
      release: 'shop@1',
      errors: [{ type: 'TypeError', frames: [{ filename: 'assets/app.js', original, unresolved: null, why: null }] }],
    });
    expect(asked()).toEqual(['exceptions/e1']);
  });

  test('reports a missing release', async () => {
    api.answer(exception(null, [frame(URL_, 'no_release')]));
    expect((await run('e1')).stdout).toMatch(
      /The exception has no release, and the frame no debug id\. .*\(events carry it in contexts\.release\)/,
    );
    expect(asked()).toEqual(['exceptions/e1']);
  });

  test('without a release names the debug id that is not stored', async () => {
    const debugId = '85314830-023f-4cf1-a267-535f4e37bb17';
    api.answer(exception(null, [{ ...frame(URL_, 'no_map'), debugId }]));
    expect((await run('e1')).stdout).toContain(`No map with the debug id ${debugId} was uploaded. Upload the maps`);
    expect(asked()).toEqual(['exceptions/e1']);
  });

  test('reports which parts an exception without frames lacks', async () => {
    api.answer(exception('shop@1', []));
    expect((await run('e1')).stdout).toMatch(/TypeError: x·\[2J\nno frames: the exception has neither payload\.stack/);
  });

  test('of a release that is not known names those that are near', async () => {
    api.answer(
      exception('shop@1', [frame(URL_, 'no_map')]),
      list(),
      UNKNOWN,
      list({ version: 'shop@2', sourceMaps: 1 }),
    );
    expect((await run('e1')).stdout).toContain('Release "shop@1" is unknown');
    expect(asked()).toEqual([
      'exceptions/e1',
      'sourcemaps?release=shop%401&limit=100',
      'releases/shop%401',
      'releases?limit=100',
    ]);
  });

  test.each<[object]>([[{}], [{ frames: [null, {}, { file: 4, original: 7 }], release: 3 }], [{ causes: 'x' }]])(
    'from a service of another version is shown, too: %j',
    async (body) => {
      api.answer({ body });
      expect(await run('e1')).toMatchObject({ code: 1, stderr: '' });
    },
  );
});

function run(...words: string[]): Promise<CommandOutput> {
  return runForTest(['sourcemaps', 'explain', ...words], {
    SLUICE_URL: api.url,
    SLUICE_AUTH_TOKEN: 'slp_secret',
    SLUICE_ORG: 'acme',
    SLUICE_PROJECT: 'shop',
  });
}
