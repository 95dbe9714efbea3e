import { describe, expect, test } from '@jest/globals';
import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { field, file, formOf, smallMap, uploadOf, type Part } from '../testing/formOf.js';
import { errorOf, messageOf, type Answer, useSourcemaps } from '../testing/sourcemapsHarness.js';
import { useNewTenant } from '../testing/useNewTenant.js';

const service = useSourcemaps();
const ours = useNewTenant(service);

const MAX_BYTES = 52_428_800;

describe('an upload', () => {
  test('that is new gets 201 with its properties, and its bytes are stored compressed', async () => {
    const map = smallMap();
    const { status, body } = await service.upload(ours, uploadOf(map));
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown,
      release: 'shop@1',
      filename: 'assets/app.js',
      debugId: null,
      size: Buffer.byteLength(map),
      digest: createHash('sha256').update(map).digest('hex'),
      uploadedAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/) as unknown,
      problems: [],
      segments: 1,
      sources: 1,
      hasContents: true,
      needsUpload: false,
    });
    expect(await list()).toEqual([body]);
    const { rows } = await service.db.pool.query<{ body: Buffer }>(
      `select b.body from sourcemaps m join sourcemap_blobs b on b.project_id = m.project_id and b.blob_id = m.original_id
       where m.project_id = $1`,
      [ours.projectId],
    );
    expect(rows.map(({ body: bytes }) => gunzipSync(bytes).toString())).toEqual([map]);
  });

  test('of a stored map replaces it with 200, the same id and one record', async () => {
    const first = (await service.upload(ours, uploadOf())).body as Record<string, unknown>;
    const { status, body } = await service.upload(ours, uploadOf(smallMap('src/b.ts')));
    expect([status, (body as Record<string, unknown>)['id']]).toEqual([200, first['id']]);
    expect((body as Record<string, unknown>)['digest']).not.toBe(first['digest']);
    expect(await list()).toEqual([body]);
  });

  test('of the same bytes gets 200, and nothing is compiled or written', async () => {
    const first = await service.upload(ours, uploadOf());
    const compiled = await compilations();
    const blobs = (await service.rowCounts())['sourcemap_blobs'];
    const again = await service.upload(ours, uploadOf());
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect([await compilations(), (await service.rowCounts())['sourcemap_blobs']]).toEqual([compiled, blobs]);
  });

  test('of the same bytes is stored again if the index is damaged', async () => {
    const first = (await service.upload(ours, uploadOf())).body as Record<string, unknown>;
    await service.db.pool.query('update sourcemaps set damaged_at = now(), tried_at = now() where project_id = $1', [
      ours.projectId,
    ]);
    const compiled = await compilations();
    const again = await service.upload(ours, uploadOf());
    expect([again.status, again.body]).toMatchObject([200, { id: first['id'], digest: first['digest'] }]);
    expect(await compilations()).toBe(compiled + 1);
  });

  test('concurrent with others of the same name: one intact record', async () => {
    const maps = Array.from({ length: 6 }, (_, n) => smallMap(`src/${n}.ts`));
    const answers = await Promise.all(maps.map((map) => service.upload(ours, uploadOf(map))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 201]);
    const [only, ...others] = await list();
    expect(others).toEqual([]);
    expect(answers.map(({ body }) => body)).toContainEqual(only);
  });

  test('makes the row of its release, and every one is a sighting', async () => {
    await service.upload(ours, uploadOf());
    const { body } = await service.ask(`${ours.path}/releases/shop%401`, { token: ours.token });
    expect(body).toMatchObject({ version: 'shop@1', sourceMaps: 1, exceptions: 0, newIssues: 0 });
  });

  test.each([
    ['/assets/app.js', 'assets/app.js'],
    ['./assets/app.js', 'assets/app.js'],
    ['//assets/app.js', '/assets/app.js'],
    ['../../etc/passwd', '../../etc/passwd'],
    ['..', '..'],
    ['a/%2e%2e/b%2fc.js', 'a/%2e%2e/b%2fc.js'],
    ['https://cdn.example:8443/assets/app.js?v=1#top', 'assets/app.js'],
    ['a.js?v=1#top', 'a.js'],
    ['日本/ü 💥.js', '日本/ü 💥.js'],
    [String.raw`C:\build\app.js`, String.raw`C:\build\app.js`],
    ['a"b.js', 'a"b.js'],
  ])('of %s belongs to %s', async (filename, expected) => {
    const { status, body } = await service.upload(ours, uploadOf(smallMap(), filename));
    expect([status, body]).toMatchObject([201, { filename: expected }]);
  });

  test('has a filename of up to 1,024 characters once it is reduced', async () => {
    const longest = 'f'.repeat(1_024);
    for (const filename of [longest, `https://cdn.example/${longest}?${'q'.repeat(5_000)}`]) {
      const { status, body } = await service.upload(ours, uploadOf(smallMap(filename), filename));
      expect([status < 300, body]).toMatchObject([true, { filename: longest }]);
    }
  });

  test('of a map with mistakes is stored, and the response lists them', async () => {
    const map = JSON.stringify({ version: 3, sources: ['a'], names: [], mappings: 'AAAA,!!' });
    const { status, body } = await service.upload(ours, uploadOf(map));
    expect([status, (body as { problems: unknown[] }).problems.length]).toEqual([201, 1]);
  });

  test('of 52,428,800 bytes is stored, and one of a byte more gets 422', async () => {
    const over = await service.upload(ours, uploadOf(mapOf(MAX_BYTES + 1)));
    expect(errorOf(over)).toEqual([422, 'too_large']);
    expect([await list(), await service.scratchFiles()]).toEqual([[], []]);
    const { status, body } = await service.upload(ours, uploadOf(mapOf(MAX_BYTES)));
    expect([status, body]).toMatchObject([201, { size: MAX_BYTES }]);
  }, 60_000);

  test('may contain unknown parts and files, which are not stored', async () => {
    const extra: Part[] = [
      field('x', 'y'),
      field('dist[0]', '1'),
      file('other', 'file'),
      file(Buffer.alloc(1_000_000), 'bundle'),
    ];
    const { status, body } = await service.upload(ours, [...extra, ...uploadOf()]);
    expect([status, body]).toMatchObject([201, { size: smallMap().length }]);
  });

  test('may have its file first', async () => {
    const [release, filename, map] = uploadOf() as [Part, Part, Part];
    expect((await service.upload(ours, [map, filename, release])).status).toBe(201);
  });
});

async function compilations(): Promise<number> {
  const text = await service.metrics.metrics();
  return Number(/sluice_sourcemaps_compile_seconds_count (\d+)/.exec(text)?.[1] ?? 0);
}

describe('a refused upload', () => {
  const [release, filename, map] = uploadOf() as [Part, Part, Part];
  const lines = (...headers: readonly string[]): readonly string[] => headers;
  const many = (count: number): Part[] => Array.from({ length: count }, (_, n) => field(`x${n}`, 'y'));

  test.each<[string, string, string, readonly Part[]]>([
    ['without release', '422 invalid_part', 'release', [filename, map]],
    ['without filename', '422 invalid_part', 'filename', [release, map]],
    ['without map', '422 invalid_part', 'map', [release, filename]],
    ['without any part', '422 invalid_part', 'release', [field('x', 'y')]],
    ['with a blank release', '422 invalid_part', 'release', [field('release', ''), filename, map]],
    ['with a release of spaces', '422 invalid_part', 'release', [field('release', '  '), filename, map]],
    [
      'with a filename of which nothing is left',
      '422 invalid_part',
      'filename',
      [release, field('filename', '/'), map],
    ],
    [
      'with an origin for a filename',
      '422 invalid_part',
      'filename',
      [release, field('filename', 'https://x/?a'), map],
    ],
    ['with two releases', '422 invalid_part', 'release', [release, release, filename, map]],
    ['with two filenames', '422 invalid_part', 'filename', [release, filename, filename, map]],
    ['with two maps', '422 invalid_part', 'map', [release, filename, map, map]],
    ['with a map as file and as text', '422 invalid_part', 'map', [release, filename, map, field('map', '{}')]],
    ['with a map that is no file', '422 invalid_part', 'map', [release, filename, field('map', smallMap())]],
    ['with a release that is a file', '422 invalid_part', 'release', [file('1', 'release'), filename, map]],
    ['with a filename that is a file', '422 invalid_part', 'filename', [release, file('a.js', 'filename'), map]],
    [
      'with a release of 251 characters',
      '422 invalid_part',
      'release',
      [field('release', 'r'.repeat(251)), filename, map],
    ],
    [
      'with a filename of 1,025 characters',
      '422 invalid_part',
      'filename',
      [release, field('filename', 'f'.repeat(1_025)), map],
    ],
    ['with a control character', '422 invalid_part', 'release', [field('release', 'a\u0007'), filename, map]],
    ['with NUL in the filename', '422 invalid_part', 'filename', [release, field('filename', 'a\0.js'), map]],
    [
      'with a part that is too long',
      '422 invalid_part',
      'notes',
      [release, filename, field('notes', 'x'.repeat(262_145)), map],
    ],
    ['that is no JSON', '422 invalid_map', '', [release, filename, file('<html>')]],
    ['that is empty', '422 invalid_map', '', [release, filename, file('')]],
    ['without mappings', '422 invalid_map', '', [release, filename, file('{"version":3}')]],
    ['with mappings that are no string', '422 invalid_map', '', [release, filename, file('{"mappings":1}')]],
    ['with 21 parts', '400 too_many_parts', '20', [release, filename, map, ...many(18)]],
    ['with 1,000 parts', '400 too_many_parts', '20', [...many(1_000), release, filename, map]],
    [
      'with a name of a part that is too long',
      '400 bad_multipart',
      '',
      [release, filename, map, field('n'.repeat(201), 'x')],
    ],
    [
      'with a part without a name',
      '400 bad_multipart',
      '',
      [{ headers: lines('Content-Disposition: form-data'), value: 'x' }, ...uploadOf()],
    ],
    ['with an invalid header', '400 bad_multipart', '', [{ headers: lines('\u0001: x'), value: 'x' }, ...uploadOf()]],
    [
      'with headers without end',
      '400 bad_multipart',
      '',
      [{ headers: lines(`X: ${'x'.repeat(20_000)}`), value: 'x' }, ...uploadOf()],
    ],
    [
      'with a release in an unknown charset',
      '422 invalid_part',
      'release',
      [
        {
          headers: lines('Content-Disposition: form-data; name="release"', 'Content-Type: text/plain; charset=klingon'),
          value: '1',
        },
        filename,
        map,
      ],
    ],
    [
      'with a map whose file has no name',
      '422 invalid_part',
      'map',
      [
        release,
        filename,
        { headers: lines('Content-Disposition: form-data; name="map"; filename=""'), value: smallMap() },
      ],
    ],
    [
      'with a disposition that is another one',
      '422 invalid_part',
      'map',
      [
        release,
        filename,
        { headers: lines('Content-Disposition: attachment; name="map"; filename="a"'), value: smallMap() },
      ],
    ],
    ['with names that objects have', '422 invalid_part', 'release', [field('__proto__[release]', '1'), filename, map]],
  ])('%s gets %s, and nothing is stored', async (_name, expected, named, parts) => {
    const answer = await service.upload(ours, parts);
    expect(errorOf(answer).join(' ')).toBe(expected);
    expect(messageOf(answer)).toMatch(/^[A-Z].*\.$/s);
    expect(messageOf(answer)).toContain(named);
    expect([await list(), await service.scratchFiles()]).toEqual([[], []]);
  });

  const send = (type: string, bytes: Buffer, headers = {}): Promise<Answer> =>
    service.ask(`${ours.path}/sourcemaps`, { method: 'POST', token: ours.token, body: { type, bytes }, headers });
  const whole = formOf(uploadOf());

  test.each<[string, number, string, () => Promise<Answer>]>([
    ['of JSON', 415, 'unsupported_type', () => send('application/json', Buffer.from('{}'))],
    [
      'of another multipart type',
      415,
      'unsupported_type',
      () => send(whole.type.replace('form-data', 'mixed'), whole.bytes),
    ],
    [
      'without a type',
      415,
      'unsupported_type',
      () => service.ask(`${ours.path}/sourcemaps`, { method: 'POST', token: ours.token }),
    ],
    ['compressed', 415, 'unsupported_type', () => send(whole.type, whole.bytes, { 'content-encoding': 'gzip' })],
    ['without a boundary', 400, 'bad_multipart', () => send('multipart/form-data', whole.bytes)],
    ['with an empty boundary', 400, 'bad_multipart', () => send('multipart/form-data; boundary=""', whole.bytes)],
    [
      'with an empty boundary before other parameters',
      400,
      'bad_multipart',
      () => send('multipart/form-data; Boundary=""; charset=utf-8', formOf(uploadOf(), '').bytes),
    ],
    [
      'with a boundary twice',
      400,
      'bad_multipart',
      () => send('multipart/form-data; boundary=a; boundary="', whole.bytes),
    ],
    [
      'with an overlong boundary',
      400,
      'bad_multipart',
      () => send(`multipart/form-data; boundary=${'x'.repeat(9_000)}`, whole.bytes),
    ],
    [
      'with a boundary that is no token',
      400,
      'bad_multipart',
      () => send('multipart/form-data; boundary=a@b c', whole.bytes),
    ],
    [
      'with a malformed parameter',
      400,
      'bad_multipart',
      () => send("multipart/form-data; boundary*=utf-8''%ff", whole.bytes),
    ],
    ['with another boundary', 400, 'bad_multipart', () => send('multipart/form-data; boundary=other', whole.bytes)],
    ['without a body', 400, 'bad_multipart', () => send(whole.type, Buffer.alloc(0))],
    ['without its end', 400, 'bad_multipart', () => send(whole.type, whole.bytes.subarray(0, -4))],
    ['that ends in the map', 400, 'bad_multipart', () => send(whole.type, whole.bytes.subarray(0, -60))],
    ['that ends in a header', 400, 'bad_multipart', () => send(whole.type, whole.bytes.subarray(0, 40))],
    [
      'with a parameter',
      400,
      'bad_query',
      () => service.ask(`${ours.path}/sourcemaps?a=1`, { method: 'POST', token: ours.token, body: whole }),
    ],
  ])('%s gets %d %s', async (_name, status, code, ask) => {
    expect(errorOf(await ask())).toEqual([status, code]);
    expect([await list(), await service.scratchFiles()]).toEqual([[], []]);
  });
});

/** A map of exactly this many bytes. */
function mapOf(bytes: number): Buffer {
  const [head, tail] = ['{"version":3,"sources":[],"mappings":"","x":"', '"}'];
  return Buffer.concat([Buffer.from(head), Buffer.alloc(bytes - head.length - tail.length, 'x'), Buffer.from(tail)]);
}

async function list(query = ''): Promise<readonly Record<string, unknown>[]> {
  const { status, body } = await service.ask(`${ours.path}/sourcemaps${query}`, { token: ours.token });
  expect(status).toBe(200);
  return (body as { data: Record<string, unknown>[] }).data;
}
