import { beforeEach, describe, expect, test } from '@jest/globals';
import { smallMap, uploadOf } from '../testing/formOf.js';
import { errorOf, type Answer, useSourcemaps } from '../testing/sourcemapsHarness.js';
import { useNewTenant } from '../testing/useNewTenant.js';

const service = useSourcemaps();
const ours = useNewTenant(service);

interface Listed {
  readonly data: readonly { readonly id: string; readonly release: string; readonly filename: string }[];
  readonly next: string | null;
}
const list = async (query = ''): Promise<Listed> => (await at(query)).body as Listed;
const namesOf = ({ data }: Listed): string[] => data.map(({ release, filename }) => `${release} ${filename}`);

describe('the list', () => {
  beforeEach(() => store(['1', 'a.js'], ['1', 'b/A.js'], ['2', 'a.js']));

  test('is of the latest upload first, a replaced one as new', async () => {
    expect(namesOf(await list())).toEqual(['2 a.js', '1 b/A.js', '1 a.js']);
    await service.upload(ours, uploadOf(smallMap('src/b.ts'), 'a.js', '1'));
    expect(namesOf(await list())).toEqual(['1 a.js', '2 a.js', '1 b/A.js']);
  });

  test('has pages', async () => {
    const first = await list('?limit=2');
    const second = await list(`?limit=2&cursor=${first.next ?? ''}`);
    expect([...namesOf(first), ...namesOf(second), second.next]).toEqual(['2 a.js', '1 b/A.js', '1 a.js', null]);
  });

  test.each([
    ['?release=1', ['1 b/A.js', '1 a.js']],
    ['?release=%201', []],
    ['?filename=b%2F', ['1 b/A.js']],
    ['?filename=B%2Fa', ['1 b/A.js']],
    ['?release=2&filename=a.js', ['2 a.js']],
    ['?filename=%25', []],
  ])('is filtered by %s', async (query, expected) => expect(namesOf(await list(query))).toEqual(expected));

  test('is not sent twice', async () => {
    const first = await at('');
    const { status } = await service.ask(`${ours.path}/sourcemaps`, {
      token: ours.token,
      headers: { 'if-none-match': String(first.headers['etag']) },
    });
    expect(status).toBe(304);
  });
});

describe('asking which maps a release has', () => {
  const touched = async (query: string, scope: 'project:read' | 'project:releases'): Promise<unknown> => {
    await store(['1', 'a.js']);
    await service.db.pool.query(`update releases set touched_at = now() - interval '40 days'`);
    await service.ask(`${ours.path}/sourcemaps${query}`, { token: ours.tokens[scope] });
    const { rows } = await service.db.pool.query<{ recent: boolean }>(
      `select touched_at > now() - interval '1 day' as recent from releases where project_id = $1`,
      [ours.projectId],
    );
    return rows.map(({ recent }) => recent);
  };

  test.each([
    ['a pipeline that skips what is stored keeps its maps', '?release=1', 'project:releases', true],
    ['a reader keeps nothing', '?release=1', 'project:read', false],
    ['of all releases keeps none', '', 'project:releases', false],
    ['of another release keeps that one', '?release=2', 'project:releases', false],
  ] as const)('%s', async (_name, query, scope, isKept) => expect(await touched(query, scope)).toEqual([isKept]));
});

describe('deleting', () => {
  test('one is a 204, and again a 404; its release stays', async () => {
    await store(['1', 'a.js'], ['1', 'b.js']);
    const [one] = (await list()).data;
    expect(errorOf(await at('/00000000', 'DELETE'))).toEqual([404, 'not_found']);
    expect((await at(`/${one?.id.slice(0, 13) ?? ''}`, 'DELETE')).status).toBe(204);
    expect(errorOf(await at(`/${one?.id ?? ''}`, 'DELETE'))).toEqual([404, 'not_found']);
    expect(namesOf(await list())).toEqual(['1 a.js']);
    const release = await service.ask(`${ours.path}/releases/1`, { token: ours.token });
    expect(release.body).toMatchObject({ sourceMaps: 1 });
  });

  test('all of a release is a 204, also where there are none; a release must be named', async () => {
    await store(['1', 'a.js'], ['1', 'b.js'], ['2', 'a.js']);
    for (const release of ['1', '1', 'never']) expect((await at(`?release=${release}`, 'DELETE')).status).toBe(204);
    expect(namesOf(await list())).toEqual(['2 a.js']);
    expect(errorOf(await at('', 'DELETE'))).toEqual([400, 'bad_query']);
  });
});

describe('explaining a position', () => {
  const explain = async (query: string): Promise<unknown> => (await at(`/explain?${query}`)).body;
  const url = 'https://cdn.example/assets/app.js?v=1';

  test('shows the original where there is one, until the map is deleted', async () => {
    await service.upload(ours, uploadOf());
    const asked = `release=shop%401&line=1&column=1&url=${encodeURIComponent(url)}`;
    expect(await explain(asked)).toMatchObject({
      filename: 'assets/app.js',
      frame: {
        original: { source: 'src/a.ts', line: 1, column: 1, context: { line: 'throw new Error();' } },
        unresolved: null,
      },
      hasRelease: true,
      filenames: ['assets/app.js'],
    });
    await at('?release=shop%401', 'DELETE');
    // At once: this process has deleted it.
    const noMap = { frame: { original: null, unresolved: 'no_map' } };
    expect(await explain(asked)).toMatchObject({ ...noMap, hasRelease: true, filenames: [] });
    await service.upload(ours, uploadOf());
    expect(await explain(asked)).toMatchObject({ frame: { unresolved: null } });
  });

  test.each([
    ['release=shop%401&line=1&column=1&url=https://x/app.js', ['no_map', 'app.js', true]],
    ['release=shop%402&line=1&column=1&url=https://x/assets/app.js', ['no_map', 'assets/app.js', false]],
    ['release=shop%401&line=9&url=https://x/assets/app.js', ['outside_map', 'assets/app.js', true]],
    ['release=shop%401&line=1&column=1&url=node:fs', ['no_map', null, true]],
  ])('has the reason: %s', async (query, [unresolved, filename, hasRelease]) => {
    await service.upload(ours, uploadOf());
    expect(await explain(query)).toMatchObject({ filename, hasRelease, frame: { original: null, unresolved } });
  });

  test('answers while the store does not: the frame is unavailable', async () => {
    await service.upload(ours, uploadOf());
    const client = await service.db.pool.connect();
    try {
      await client.query('begin; lock table sourcemap_blobs in access exclusive mode');
      const explained = await explain('release=shop%401&line=1&column=1&url=https://x/assets/app.js');
      expect(explained).toMatchObject({ hasRelease: true, frame: { original: null, unresolved: 'unavailable' } });
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  test('needs release or debug id, url and line', async () => {
    for (const query of ['', '?url=a&line=1', '?release=1&line=1', '?release=1&url=a', '?release=1&url=a&line=-1']) {
      expect(errorOf(await at(`/explain${query}`))).toEqual([400, 'bad_query']);
    }
  });
});

function at(path: string, method = 'GET'): Promise<Answer> {
  return service.ask(`${ours.path}/sourcemaps${path}`, { method, token: ours.tokens['project:releases'] });
}

async function store(...names: readonly (readonly [string, string])[]): Promise<void> {
  for (const [release, filename] of names) await service.upload(ours, uploadOf(smallMap(), filename, release));
}
