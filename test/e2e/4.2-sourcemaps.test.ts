import { beforeEach, describe, expect, test } from '@jest/globals';
import { createHash } from 'node:crypto';
import { connectApi, createToken } from './support/api.js';
import { ask } from './support/http.js';
import { codeOf, fileOf, formOf, pipelineOf, smallMap, type Pipeline } from './support/sourcemaps.js';
import { createTenant, setOrganization, type Project } from './support/tenant.js';
import { useSystem } from './support/useSystem.js';
import { waitFor } from './support/waitFor.js';

let project: Project;
let token: string;
let pipeline: Pipeline;
const system = useSystem();
beforeEach(async () => {
  project = await createTenant(system);
  token = await createToken(system, project.organization, 'project:releases');
  pipeline = pipelineOf(system, project, token);
});

const MOST_BYTES = 52_428_800;
const upload = { release: 'shop@1', filename: 'assets/app.js', map: smallMap() };

describe('an upload', () => {
  test('is stored: 201, with the parsed data', async () => {
    const { status, json } = await pipeline.upload(upload);
    expect(status).toBe(201);
    expect(json).toEqual({
      id: expect.any(String),
      release: 'shop@1',
      filename: 'assets/app.js',
      debugId: null,
      size: Buffer.byteLength(upload.map),
      digest: createHash('sha256').update(upload.map).digest('hex'),
      uploadedAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
      problems: [],
      segments: 1,
      sources: 1,
      hasContents: true,
      needsUpload: false,
    });
    expect(await listed()).toEqual([json]);
  });

  test('of the same release and filename replaces the map with 200 and the same record', async () => {
    const first = (await pipeline.upload(upload)).json as Record<string, unknown>;
    const { status, json } = await pipeline.upload({ ...upload, map: smallMap('src/b.ts') });
    expect(status).toBe(200);
    expect(json).toMatchObject({ id: first['id'], release: 'shop@1', filename: 'assets/app.js' });
    expect((json as Record<string, unknown>)['digest']).not.toBe(first['digest']);
    expect(await listed()).toEqual([json]);
  });

  test('that is already stored gets 200, and nothing changes', async () => {
    const first = await pipeline.upload(upload);
    const again = await pipeline.upload(upload);
    expect([again.status, again.json]).toEqual([200, first.json]);
  });

  test('makes the release’s row', async () => {
    await pipeline.upload(upload);
    const { status, json } = await pipeline.request('GET', 'releases/shop%401');
    expect([status, json]).toMatchObject([200, { version: 'shop@1', sourceMaps: 1, exceptions: 0 }]);
  });

  test.each([
    ['/assets/app.js', 'assets/app.js'],
    ['./assets/app.js', 'assets/app.js'],
    ['//assets/app.js', '/assets/app.js'],
    ['.//assets/app.js', '/assets/app.js'],
    ['../assets/app.js', '../assets/app.js'],
    ['https://cdn.example/assets/app.js?v=1#top', 'assets/app.js'],
    ['Assets/App.JS', 'Assets/App.JS'],
    ['a/%2e%2e/b.js', 'a/%2e%2e/b.js'],
    ['日本/ü 💥.js', '日本/ü 💥.js'],
  ])('of %s belongs to %s', async (filename, expected) => {
    const { status, json } = await pipeline.upload({ ...upload, filename });
    expect([status, json]).toMatchObject([201, { filename: expected }]);
  });

  test('of a map with errors is stored, and the errors are reported', async () => {
    const map = JSON.stringify({ version: 3, sources: ['a'], names: [], mappings: 'AAAA,!!' });
    const { status, json } = await pipeline.upload({ ...upload, map });
    expect([status, (json as { problems: unknown[] }).problems.length]).toEqual([201, 1]);
  });
});

describe('a refused upload', () => {
  const map = fileOf(smallMap());
  test.each<[string, number, string, Parameters<Pipeline['post']>[1]]>([
    ['without release', 422, 'invalid_part', { filename: 'a.js', map }],
    ['without filename', 422, 'invalid_part', { release: '1', map }],
    ['without map', 422, 'invalid_part', { release: '1', filename: 'a.js' }],
    ['with a blank release', 422, 'invalid_part', { release: '', filename: 'a.js', map }],
    ['with a filename that is a query alone', 422, 'invalid_part', { release: '1', filename: '?x', map }],
    ['with a filename of which nothing is left', 422, 'invalid_part', { release: '1', filename: '/', map }],
    ['with a release twice', 422, 'invalid_part', { release: ['1', '2'], filename: 'a.js', map }],
    ['with two maps', 422, 'invalid_part', { release: '1', filename: 'a.js', map: [map, map] }],
    ['with a map that is no file', 422, 'invalid_part', { release: '1', filename: 'a.js', map: smallMap() }],
    ['with a release that is a file', 422, 'invalid_part', { release: map, filename: 'a.js', map }],
    ['with a release of 251 characters', 422, 'invalid_part', { release: 'r'.repeat(251), filename: 'a.js', map }],
    ['with a filename of 1,025 characters', 422, 'invalid_part', { release: '1', filename: 'f'.repeat(1025), map }],
    ['with a control character', 422, 'invalid_part', { release: 'a\u0007', filename: 'a.js', map }],
    ['that is no JSON', 422, 'invalid_map', { release: '1', filename: 'a.js', map: fileOf('<html>') }],
    ['that is empty', 422, 'invalid_map', { release: '1', filename: 'a.js', map: fileOf('') }],
    ['without mappings', 422, 'invalid_map', { release: '1', filename: 'a.js', map: fileOf('{"version":3}') }],
    [
      'with mappings that are no string',
      422,
      'invalid_map',
      { release: '1', filename: 'a.js', map: fileOf('{"mappings":1}') },
    ],
    [
      'with 21 parts',
      400,
      'too_many_parts',
      { release: '1', filename: 'a.js', map, x: Array.from({ length: 18 }, () => 'y') },
    ],
  ])('%s: %d %s, and nothing is kept', async (_name, status, code, parts) => {
    const answer = await pipeline.post('sourcemaps', parts);
    expect([answer.status, codeOf(answer)]).toEqual([status, code]);
    expect(answer.json).toMatchObject({ success: false, error: { message: expect.stringMatching(/^[A-Z].*\.$/s) } });
    expect(await listed()).toEqual([]);
  });

  test('gets 415 if it is not multipart, and 400 if it cannot be parsed', async () => {
    const { type, bytes } = await formOf({ release: '1', filename: 'a.js', map });
    const asked = [
      await pipeline.request('POST', 'sourcemaps', { type: 'application/json', bytes: '{}' }),
      await pipeline.request('POST', 'sourcemaps', { type, bytes: bytes.subarray(0, bytes.length - 40) }),
      await pipeline.request('POST', 'sourcemaps', { type: 'multipart/form-data', bytes }),
    ];
    expect(asked.map((answer) => [answer.status, codeOf(answer)])).toEqual([
      [415, 'unsupported_type'],
      [400, 'bad_multipart'],
      [400, 'bad_multipart'],
    ]);
    expect(await listed()).toEqual([]);
  });

  test('gets 422 if it has 52,428,801 bytes, and is stored with one less', async () => {
    const over = await pipeline.upload({ ...upload, map: mapOf(MOST_BYTES + 1) });
    expect([over.status, codeOf(over)]).toEqual([422, 'too_large']);
    expect(await listed()).toEqual([]);
    const { status, json } = await pipeline.upload({ ...upload, map: mapOf(MOST_BYTES) });
    expect([status, json]).toMatchObject([201, { size: MOST_BYTES }]);
  }, 60_000);
});

describe('who may', () => {
  test('unknown tokens get a 401, other organizations’ a 404, other scopes a 403, before the body is looked at', async () => {
    const stranger = await createTenant(system);
    const bad = { type: 'text/plain', bytes: 'no form' };
    const tokens = [null, 'slp_unknown', await createToken(system, stranger.organization, 'project:releases')];
    const reader = await createToken(system, project.organization, 'project:read');
    const answers = [];
    for (const one of [...tokens, reader]) {
      for (const path of ['sourcemaps', 'releases']) {
        answers.push((await pipelineOf(system, project, one).request('POST', path, bad)).status);
      }
    }
    expect(answers).toEqual([401, 401, 401, 401, 404, 404, 403, 403]);
    expect((await pipelineOf(system, { path: `${project.organization}/none` }, token).upload(upload)).status).toBe(404);
    expect((await pipelineOf(system, project, reader).request('GET', 'sourcemaps')).status).toBe(200);
    expect((await pipelineOf(system, project, reader).request('DELETE', 'sourcemaps?release=1')).status).toBe(403);
  });

  test('a plan without source maps refuses uploads with a 403, and nothing else', async () => {
    const { json } = await pipeline.upload(upload);
    await setOrganization(system, project.organization, { sourceMaps: false });
    const refused = await waitFor(
      async () => {
        const answer = await pipeline.upload({ ...upload, filename: 'b.js' });
        return answer.status === 201 ? undefined : answer;
      },
      { what: 'the plan to be obeyed' },
    );
    expect([refused.status, codeOf(refused)]).toEqual([403, 'plan_lacks_source_maps']);
    expect((await pipeline.post('releases', { version: 'shop@1', ref: 'abc' })).status).toBe(200);
    expect((await pipeline.request('DELETE', `sourcemaps/${String((json as { id: unknown }).id)}`)).status).toBe(204);
  });

  test('a project cannot read, replace or delete another project’s map', async () => {
    const { json } = await pipeline.upload(upload);
    const stranger = await createTenant(system);
    const theirs = pipelineOf(system, stranger, await createToken(system, stranger.organization, 'project:releases'));
    expect((await theirs.upload({ ...upload, map: smallMap('src/b.ts') })).status).toBe(201);
    expect((await theirs.request('DELETE', `sourcemaps/${String((json as { id: unknown }).id)}`)).status).toBe(404);
    expect((await theirs.request('DELETE', 'sourcemaps?release=shop%401')).status).toBe(204);
    expect(await listed()).toEqual([json]);
  });
});

describe('stored data', () => {
  test('is listed by release and page, and deleted alone or with its release', async () => {
    for (const [release, filename] of [
      ['1', 'a.js'],
      ['1', 'b.js'],
      ['2', 'a.js'],
    ] as const) {
      expect((await pipeline.upload({ ...upload, release, filename })).status).toBe(201);
    }
    const of1 = await listed('?release=1');
    expect(of1.map(({ filename }) => filename).sort()).toEqual(['a.js', 'b.js']);
    const first = (await pipeline.request('GET', 'sourcemaps?limit=2')).json as { data: unknown[]; next: string };
    const second = (await pipeline.request('GET', `sourcemaps?limit=2&cursor=${first.next}`)).json;
    expect([first.data.length, second]).toMatchObject([2, { data: [{}], next: null }]);
    const [one] = of1;
    expect((await pipeline.request('DELETE', `sourcemaps/${String(one?.['id'])}`)).status).toBe(204);
    expect((await pipeline.request('DELETE', `sourcemaps/${String(one?.['id'])}`)).status).toBe(404);
    expect((await listed()).length).toBe(2);
    expect((await pipeline.request('DELETE', 'sourcemaps?release=1')).status).toBe(204);
    expect((await listed()).map(({ release }) => release)).toEqual(['2']);
    expect((await pipeline.request('DELETE', 'sourcemaps')).status).toBe(400);
  });

  test('leaves no byte behind when it is deleted, replaced or refused', async () => {
    const bytes = async (): Promise<number> => {
      const [row] = await system.sql<{ count: number }>(
        'select count(*)::int as count from sourcemap_blobs where project_id = $1',
        [project.id],
      );
      return row?.count ?? -1;
    };
    await pipeline.upload(upload);
    const one = await bytes();
    expect(one).toBeGreaterThan(0);
    await pipeline.upload({ ...upload, map: smallMap('src/b.ts') });
    await pipeline.request('DELETE', 'sourcemaps?release=shop%401');
    // Deleted blobs are kept for readers that still have their names. They are due now, as after that time.
    await system.sql('update sourcemap_garbage set due_at = now() where project_id = $1', [project.id]);
    await waitFor(async () => (await bytes()) === 0, { what: 'blobs to go', timeoutMs: 60_000 });
  }, 90_000);

  test('other methods get the allowed methods', async () => {
    const { status, headers } = await ask(`${system.baseUrl}${pipeline.place}/sourcemaps`, { method: 'PUT' });
    expect([status, headers['allow']]).toEqual([405, 'GET, POST, DELETE, HEAD, OPTIONS']);
  });

  test('no map is ever sent to a browser', async () => {
    const { json } = await pipeline.upload(upload);
    const { id } = json as { id: string };
    const api = await connectApi(system, project);
    for (const path of [`sourcemaps/${id}`, `sourcemaps/${id}/map`, 'sourcemaps/assets/app.js.map']) {
      expect([404, 405]).toContain((await pipelineOf(system, project, api.token).request('GET', path)).status);
    }
  });
});

/** A map of exactly this many bytes. */
function mapOf(bytes: number): Uint8Array {
  const [head, tail] = ['{"version":3,"sources":[],"mappings":"","x":"', '"}'];
  return Buffer.concat([Buffer.from(head), Buffer.alloc(bytes - head.length - tail.length, 'x'), Buffer.from(tail)]);
}

async function listed(query = ''): Promise<readonly Record<string, unknown>[]> {
  const { status, json } = await pipeline.request('GET', `sourcemaps${query}`);
  expect(status).toBe(200);
  return (json as { data: Record<string, unknown>[] }).data;
}
