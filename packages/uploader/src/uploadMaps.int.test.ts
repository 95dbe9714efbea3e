import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { MapFile } from './mapFile.js';
import { startFakeService, type Canned, type FakeRequest, type FakeService } from './testing/fakeService.js';
import type { UploadTarget } from './uploadTarget.js';
import { uploadMaps, type UploadOptions, type UploadResult } from './uploadMaps.js';

const TOKEN = 'slp_secret-of-the-pipeline';
const [ID, OTHER] = ['85314830-023f-4cf1-a267-535f4e37bb17', '3d5a3c2c-5b8d-4f0e-9a53-77a1f40d2f11'];
const QUICK: UploadOptions = { backOffMs: 1 };

let service: FakeService;
// One a test: a request that was given up on may arrive late.
beforeEach(async () => {
  service = await startFakeService();
});
afterEach(() => service.stop());

const target = (): UploadTarget => ({ url: `${service.url}/`, token: TOKEN, organization: 'acme', project: 'shop' });
const outcomes = (results: readonly UploadResult[]): readonly string[] => results.map(({ outcome }) => outcome);
const posts = (): readonly FakeRequest[] => service.heard.filter(({ method }) => method === 'POST');

describe('sent maps', () => {
  test('are one multipart request for each file, with the token, to the project', async () => {
    const results = await upload([file('assets/a.js'), file('/b.js')]);
    expect(outcomes(results)).toEqual(['uploaded', 'uploaded']);
    expect(posts().map(({ path }) => path)).toEqual(Array(2).fill('/api/0/projects/acme/shop/sourcemaps'));
    expect(new Set(service.heard.map(({ authorization }) => authorization))).toEqual(new Set([`Bearer ${TOKEN}`]));
    expect(posts().find(({ parts }) => parts['filename'] === 'assets/a.js')?.parts).toEqual({
      release: '1.0',
      filename: 'assets/a.js',
      map: '{"version":3,"mappings":"","file":"assets/a.js"}',
    });
  });

  test('are none if there are no files', async () => {
    expect(await upload([])).toEqual([]);
    expect(service.heard).toEqual([]);
  });

  test('skips maps that the service has, anywhere in its list; replaces different ones', async () => {
    const files = ['a.js', './b.js', 'c.js', 'd.js', '/e.js'].map((name) => file(name));
    expect(outcomes(await upload(files))).toEqual(Array(5).fill('uploaded'));
    service.heard.length = 0;
    const again = [...files.slice(0, 4), file('/e.js', '{"mappings":"odd"}')];
    const results = await upload(again);
    expect(outcomes(results)).toEqual([...Array<string>(4).fill('unchanged'), 'replaced']);
    expect(results[4]?.problems).toEqual(['It is odd.']);
    expect(posts()).toHaveLength(1);
    expect(service.heard.filter(({ method }) => method === 'GET').map(({ path }) => path)).toEqual(
      ['', '&cursor=2', '&cursor=4'].map(
        (cursor) => `/api/0/projects/acme/shop/sourcemaps?release=1.0&limit=100${cursor}`,
      ),
    );
  });

  test('have the debug id of the map, otherwise that of its file', async () => {
    const named = file('a.js', `{"debug_id":"${ID.toUpperCase()}","mappings":"","sourcesContent":[null]}`);
    const inFile = { ...file('b.js'), debugId: OTHER };
    expect(outcomes(await upload([{ ...named, debugId: OTHER }, inFile, file('c.js')]))).toEqual(
      Array(3).fill('uploaded'),
    );
    const ids = new Map(posts().map(({ parts }) => [parts['filename'], parts['debugId']]));
    expect(['a.js', 'b.js', 'c.js'].map((name) => ids.get(name))).toEqual([ID, OTHER, undefined]);
  });

  test('are sent again if the service has them without their debug id', async () => {
    await upload([file('a.js')]);
    expect(outcomes(await upload([{ ...file('a.js'), debugId: ID }]))).toEqual(['replaced']);
    expect(outcomes(await upload([{ ...file('a.js'), debugId: ID }]))).toEqual(['unchanged']);
  });

  test('need no release if they have debug ids; each is looked up by its own', async () => {
    const files = [
      { ...file('a.js'), debugId: ID },
      { ...file('a.js', '{"mappings":"A"}'), debugId: OTHER },
      file('c.js'),
    ];
    const [one, other, nameless] = await uploadMaps(target(), undefined, files, QUICK);
    expect([one?.outcome, other?.outcome, nameless?.outcome, nameless?.error?.code]).toEqual([
      'uploaded',
      'uploaded',
      'failed',
      'usage',
    ]);
    expect(nameless?.error?.message).toContain('has no debug id');
    expect(posts().every(({ parts }) => parts['release'] === undefined)).toBe(true);
    expect(posts().map(({ parts }) => parts['debugId'])).toEqual(expect.arrayContaining([ID, OTHER]));
    expect(outcomes(await uploadMaps(target(), undefined, files.slice(0, 2), QUICK))).toEqual([
      'unchanged',
      'unchanged',
    ]);
    expect(posts()).toHaveLength(2);
  });

  test('include a file again for another release', async () => {
    await uploadMaps(target(), '0.9', [file('a.js')], QUICK);
    expect(outcomes(await upload([file('a.js')]))).toEqual(['uploaded']);
  });

  test.each<[Canned]>([[{ status: 500 }], [{ status: 404, body: '<html>' }], [{ status: 200, body: [1] }], ['broken']])(
    'are all files where the list says %j',
    async (canned) => {
      await upload([file('a.js')]);
      service.interfere(({ method }) => (method === 'GET' ? canned : undefined));
      expect(outcomes(await upload([file('a.js'), file('b.js')]))).toEqual(['uploaded', 'uploaded']);
    },
  );

  test('a map uploaded after the list was read is not reported as replaced', async () => {
    onPost((request, nth) => (nth === 1 ? { status: 200, body: request.parts } : undefined));
    expect(outcomes(await upload([file('a.js')]))).toEqual(['uploaded']);
  });
});

describe('order and number', () => {
  test('results are in the order of the files, and each is reported once as soon as it is known', async () => {
    const files = Array.from({ length: 20 }, (_, index) => file(`${index}.js`));
    const told: UploadResult[] = [];
    const results = await upload(files, { ...QUICK, onResult: (result) => told.push(result) });
    expect(results.map((result) => result.file)).toEqual(files);
    expect(new Set(told)).toEqual(new Set(results));
    expect(service.mostAtOnce()).toBeLessThanOrEqual(6);
  });

  test('a file is read when its turn comes, and once, over all attempts', async () => {
    let held = 0;
    let most = 0;
    let reads = 0;
    const counted = (name: string): MapFile => ({
      ...file(name),
      read: () => {
        reads += 1;
        held += 1;
        most = Math.max(most, held);
        return Promise.resolve(Buffer.from('{"mappings":""}'));
      },
    });
    // Three failures: no file can use up its four attempts.
    onPost((_, nth) => (nth % 3 === 0 && nth <= 9 ? { status: 502 } : undefined));
    const files = Array.from({ length: 9 }, (_, index) => counted(`${index}.js`));
    const results = await upload(files, { ...QUICK, concurrency: 2, onResult: () => (held -= 1) });
    expect([outcomes(results), reads, most]).toEqual([Array(9).fill('uploaded'), 9, 2]);
  });
});

describe('retries', () => {
  test.each<[string, Canned]>([
    ['a broken connection', 'broken'],
    ['500', { status: 500 }],
    ['503 that asks for no wait', { status: 503, headers: { 'retry-after': '0' } }],
    ['503 until a moment that has passed', { status: 503, headers: { 'retry-after': new Date(0).toUTCString() } }],
  ])('%s is tried again, three times', async (_, canned) => {
    onPost((__, nth) => (nth <= 3 ? canned : undefined));
    expect(outcomes(await upload([file('a.js')]))).toEqual(['uploaded']);
    expect(posts()).toHaveLength(4);
    service.heard.length = 0;
    onPost(() => canned);
    expect(await upload([file('b.js')])).toMatchObject([{ outcome: 'failed', error: { code: 'unreachable' } }]);
    expect(posts()).toHaveLength(4);
  });

  test('silence is tried again', async () => {
    onPost((_, nth) => (nth === 1 ? 'silent' : undefined));
    const small: MapFile = { ...file('a.js'), read: () => Promise.resolve(new Uint8Array()) };
    expect(outcomes(await upload([small], { ...QUICK, timeoutMs: 200 }))).toEqual(['uploaded']);
  });

  test('wait as long as Retry-After says after a 429, whatever their number, which one line reports', async () => {
    onPost((_, nth) => (nth <= 2 ? throttled('1') : undefined));
    const told: string[] = [];
    const started = performance.now();
    const results = await upload([file('a.js')], { ...QUICK, retries: 1, onWait: (line) => told.push(line) });
    expect(outcomes(results)).toEqual(['uploaded']);
    expect(performance.now() - started).toBeGreaterThanOrEqual(2_000);
    expect(told).toEqual([
      `${service.url} is busy (429: Too many of yours.): it asks to wait 1 s. Trying again for up to 90 s.`,
    ]);
  });

  test('the list waits too, for the whole run, and one line reports it', async () => {
    let count = 0;
    service.interfere(() => ((count += 1) <= 4 || count % 2 === 0 ? throttled('0') : undefined));
    const told: string[] = [];
    const files = Array.from({ length: 9 }, (_, index) => file(`${index}.js`));
    const results = await upload(files, { ...QUICK, onWait: (line) => told.push(line) });
    expect(outcomes(results)).toEqual(Array(9).fill('uploaded'));
    expect(told).toHaveLength(1);
  });

  test('limits retries of 429 in number and time, and does not wait beyond the limit', async () => {
    onPost(() => throttled('0'));
    expect(await upload([file('a.js')])).toMatchObject([{ outcome: 'failed', error: { code: 'unreachable' } }]);
    expect(posts()).toHaveLength(21);
    for (const asked of ['1', '91', new Date(Date.now() + 3_600_000).toUTCString()]) {
      service.heard.length = 0;
      onPost(() => throttled(asked));
      const options = asked === '1' ? { ...QUICK, patienceMs: 500 } : QUICK;
      expect(outcomes(await upload([file('a.js')], options))).toEqual(['failed']);
      expect(posts()).toHaveLength(1);
    }
  });

  test.each([400, 408, 413, 415, 422, 425])('%d is not, whatever wait it asks for', async (status) => {
    const headers = { 'retry-after': '0' };
    onPost(() => ({ status, headers, body: { error: { code: 'code', message: 'Why it is refused.' } } }));
    expect(outcomes(await upload([file('a.js')]))).toEqual(['failed']);
    expect(posts()).toHaveLength(1);
  });
});

describe('a failed file', () => {
  test('leaves the others alone', async () => {
    onPost(({ parts }) =>
      parts['filename'] === '1.js'
        ? { status: 422, body: { error: { code: 'invalid_map', message: 'No map.' } } }
        : undefined,
    );
    const results = await upload(
      ['0.js', '1.js', '2.js'].map((name) => file(name)),
      { ...QUICK, concurrency: 1 },
    );
    expect(outcomes(results)).toEqual(['uploaded', 'failed', 'uploaded']);
    expect(results[1]?.error).toMatchObject({ code: 'invalid', message: 'No map.', status: 422 });
  });

  test('may be one that cannot be read, or is too large to be sent', async () => {
    const gone: MapFile = { ...file('a.js'), read: () => Promise.reject(new Error('ENOENT')) };
    const large: MapFile = { ...file('b.js'), read: () => Promise.resolve(new Uint8Array(52_428_801)) };
    const results = await upload([gone, large, file('c.js')]);
    expect(results.map(({ outcome, error }) => [outcome, error?.code])).toEqual([
      ['failed', 'unreadable'],
      ['failed', 'too_large'],
      ['uploaded', undefined],
    ]);
    expect(results[0]?.error?.message).toBe('dist/a.js.map could not be read: ENOENT');
    expect(posts()).toHaveLength(1);
  });
});

describe('the rest is not tried, and fails with the same error', () => {
  const many = Array.from({ length: 30 }, (_, index) => file(`${index}.js`));
  const refusal = (status: number, code = 'code'): Canned => ({
    status,
    body: { error: { code, message: 'Refused.' } },
  });

  test.each([
    [
      'an unknown token',
      refusal(401),
      'unauthorized',
      /rejects the token.*sluice token create --org acme --scopes project:releases$/,
    ],
    ['a lacking scope', refusal(403, 'forbidden'), 'forbidden', /^Refused\. Create one: sluice token create/],
    [
      'a plan without source maps',
      refusal(403, 'plan_lacks_source_maps'),
      'forbidden',
      /plan of acme.*sourceMaps=true/,
    ],
    ['an unknown project', refusal(404), 'not_found', /Project acme\/shop not found at http.*another organization/],
    [
      'an address that is not a Sluice service',
      { status: 404, body: '<html>' },
      'not_found',
      /is not a Sluice service/,
    ],
  ] as const)('after %s', async (_, canned, code, message) => {
    onPost(() => canned);
    const results = await upload(many);
    expect(outcomes(results)).toEqual(Array(30).fill('failed'));
    for (const { error } of results) expect(error).toMatchObject({ code, message: expect.stringMatching(message) });
    expect(posts().length).toBeLessThanOrEqual(6);
  });

  test('after a list that rejects the token: no map is sent', async () => {
    service.interfere(() => refusal(401));
    expect(new Set((await upload(many)).map(({ error }) => error?.code))).toEqual(new Set(['unauthorized']));
    expect(service.heard).toHaveLength(1);
  });

  test('a 403 after a success concerns only its file', async () => {
    onPost((_, nth) => (nth === 2 ? refusal(403) : undefined));
    const results = await upload(many.slice(0, 4), { ...QUICK, concurrency: 1 });
    expect(outcomes(results)).toEqual(['uploaded', 'failed', 'uploaded', 'uploaded']);
  });

  test('after no response at all', async () => {
    const closed = await startFakeService();
    await closed.stop();
    const results = await uploadMaps({ ...target(), url: closed.url }, '1.0', many, { backOffMs: 20 });
    expect(outcomes(results)).toEqual(Array(30).fill('failed'));
    expect(results[29]?.error?.message).toMatch(/^Cannot connect to http:.*ECONNREFUSED/);
  });

  test('after a list that is throttled for all its patience: no map is sent', async () => {
    service.interfere(() => throttled('0'));
    const results = await upload(many);
    expect(new Set(results.map(({ error }) => error?.status))).toEqual(new Set([429]));
    expect(posts()).toEqual([]);
  });

  test.each([
    [503, 6 * 4],
    [429, 6 * 21],
  ])('a service that only answers %d gets at most %d requests', async (status, most) => {
    onPost(() => ({ status, headers: { 'retry-after': '0' } }));
    const results = await upload(many);
    expect(new Set(results.map(({ error }) => error?.code))).toEqual(new Set(['unreachable']));
    expect(posts().length).toBeLessThanOrEqual(most);
  });

  test('when the caller stops', async () => {
    const abort = new AbortController();
    onPost(() => {
      abort.abort();
      return 'silent';
    });
    const results = await upload(many, { ...QUICK, signal: abort.signal, concurrency: 1 });
    expect(new Set(results.map(({ error }) => error?.code))).toEqual(new Set(['stopped']));
    // The service may have stored what had reached it.
    expect(outcomes(results)).toEqual(['unknown', ...Array<string>(29).fill('failed')]);
    const later = await upload(many, { ...QUICK, signal: abort.signal });
    expect(new Set(later.map(({ error }) => error?.code))).toEqual(new Set(['stopped']));
    expect(new Set(outcomes(later))).toEqual(new Set(['failed']));
  });

  test.each([
    ['never', 'GET', ['failed', 'failed', 'failed'], /did not answer any upload within 0\.3 s\.$/],
    ['to no map', 'POST', ['unknown', 'failed', 'failed'], /did not answer any upload within 0\.3 s\.$/],
    [
      'to the second map not',
      '2',
      ['uploaded', 'unknown', 'failed'],
      /^The time limit of 0\.3 s for all uploads was reached\.$/,
    ],
  ] as const)('when the time for all of them is over: it answers %s', async (_, silentAt, expected, message) => {
    let count = 0;
    service.interfere(({ method }) => {
      count += 1;
      return silentAt === method || (silentAt === '2' && count > 2) ? 'silent' : undefined;
    });
    const results = await upload(many.slice(0, 3), { ...QUICK, totalTimeoutMs: 300, concurrency: 1 });
    expect(outcomes(results)).toEqual(expected);
    expect(results[2]?.error).toMatchObject({ code: 'timeout', message: expect.stringMatching(message) });
  });

  test('after a list that is never answered: no map is sent, and the message counts attempts and seconds', async () => {
    service.interfere(() => 'silent');
    const results = await upload(many, { ...QUICK, timeoutMs: 20 });
    expect(outcomes(results)).toEqual(Array(30).fill('failed'));
    expect(results[0]?.error?.message).toMatch(/^No answer from http\S+ in 2 attempts, the last of 1 s\./);
    expect(posts()).toEqual([]);
  });
});

describe('no error holds the token', () => {
  test.each<[Canned]>([
    [{ status: 422, body: { error: { message: `bad ${TOKEN} \u001b[31m` } } }],
    [{ status: 302, headers: { location: `https://elsewhere.example/?${TOKEN}` } }],
    [{ status: 500, body: { error: { message: TOKEN } } }],
    [{ status: 200, body: '<html>' }],
  ])('%j', async (canned) => {
    onPost(() => canned);
    const [result] = await upload([file('a.js')]);
    expect(result?.error?.message).toMatch(/\w/);
    // eslint-disable-next-line no-control-regex -- this is what must not be there
    expect(result?.error?.message).not.toMatch(/slp_secret|\u001b/);
  });

  test.each([
    [{ token: `${TOKEN}\nx` }, /contains invalid characters/],
    [{ token: ' ' }, /^No token to upload with\.$/],
    [{ url: 'sluice.example' }, /is no address/],
    [{ url: 'ftp://sluice.example' }, /is no address/],
    [{ url: `https://me:${TOKEN}@sluice.example` }, /contains a user or password/],
    [{ organization: '', project: '' }, /^No organization, no project to upload with\.$/],
  ])('a target that cannot be meant fails every file: %j', async (wrong, message) => {
    const results = await uploadMaps({ ...target(), ...wrong }, '1.0', [file('a.js'), file('b.js')], QUICK);
    for (const { error } of results) {
      expect(error).toMatchObject({ code: 'usage', message: expect.stringMatching(message) });
      expect(error?.message).not.toContain(TOKEN);
    }
    expect([results.length, service.heard.length]).toEqual([2, 0]);
  });
});

function onPost(answer: (request: FakeRequest, nth: number) => Canned | undefined): void {
  let count = 0;
  service.interfere((request) => (request.method === 'POST' ? answer(request, (count += 1)) : undefined));
}

function file(filename: string, text = `{"version":3,"mappings":"","file":"${filename}"}`): MapFile {
  return {
    filename,
    origin: `dist/${filename}.map`,
    read: () => Promise.resolve(Buffer.from(text)),
  };
}

function throttled(seconds: string): Canned {
  return {
    status: 429,
    headers: { 'retry-after': seconds },
    body: { error: { code: 'too_many_failures', message: 'Too many of yours.' } },
  };
}

function upload(files: readonly MapFile[], options: UploadOptions = QUICK): Promise<readonly UploadResult[]> {
  return uploadMaps(target(), '1.0', files, options);
}
