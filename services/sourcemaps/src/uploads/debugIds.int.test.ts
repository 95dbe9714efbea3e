import { describe, expect, test } from '@jest/globals';
import { field, file, smallMap } from '../testing/formOf.js';
import { errorOf, messageOf, useSourcemaps } from '../testing/sourcemapsHarness.js';
import { useNewTenant } from '../testing/useNewTenant.js';

const [ID, OTHER] = ['85314830-023f-4cf1-a267-535f4e37bb17', '3d5a3c2c-5b8d-4f0e-9a53-77a1f40d2f11'];
const service = useSourcemaps();
const ours = useNewTenant(service);

const parts = (debugId: string | undefined, { map = smallMap(), release }: { map?: string; release?: string } = {}) => [
  ...(release === undefined ? [] : [field('release', release)]),
  ...(debugId === undefined ? [] : [field('debugId', debugId)]),
  field('filename', 'assets/app.js'),
  file(map),
];
const withIds = (fields: object): string => JSON.stringify({ ...(JSON.parse(smallMap()) as object), ...fields });

describe('an upload with a debug id', () => {
  test('needs no release, creates none, and is found by the id', async () => {
    const { status, body } = await service.upload(ours, parts(ID.toUpperCase()));
    expect([status, body]).toMatchObject([201, { release: null, debugId: ID, filename: 'assets/app.js' }]);
    expect(await list(`?debugId=${ID.toUpperCase()}`)).toEqual([body]);
    expect(await list(`?debugId=${OTHER}`)).toEqual([]);
    const releases = await service.ask(`${ours.path}/releases`, { token: ours.token });
    expect(releases.body).toMatchObject({ data: [] });
    expect(await explain(`debugId=${ID}`)).toMatchObject({ frame: { original: { file: 'src/a.ts' } }, filenames: [] });
    expect(await explain(`debugId=${OTHER}`)).toMatchObject({ frame: { unresolved: 'no_map' }, hasRelease: false });
  });

  test('of the same bytes and id changes nothing; of the same bytes with a new id names the map of a release', async () => {
    const first = await service.upload(ours, parts(ID));
    expect(await service.upload(ours, parts(ID))).toMatchObject({ status: 200, body: first.body });
    const nameless = await service.upload(ours, parts(undefined, { release: 'shop@1' }));
    expect(nameless.body).toMatchObject({ debugId: null });
    const named = await service.upload(ours, parts(ID, { release: 'shop@1' }));
    expect([named.status, named.body]).toMatchObject([200, { debugId: ID }]);
    // An uploader of an earlier version sends none.
    expect((await service.upload(ours, parts(undefined, { release: 'shop@1' }))).body).toEqual(named.body);
  });

  test.each([
    ['debugId', { debugId: ID.toUpperCase() }],
    ['debug_id', { debug_id: ID }],
    ['the first that is one', { debugId: 'no UUID', debug_id: ID }],
  ])('may have it in the map alone: %s', async (_name, fields) => {
    const { body } = await service.upload(ours, parts(undefined, { release: 'shop@1', map: withIds(fields) }));
    expect(body).toMatchObject({ debugId: ID });
  });

  test.each([
    ['no UUID', 'no UUID'],
    ['is empty', ''],
    ['has no dashes', ID.replaceAll('-', '')],
  ])('is refused if it %s', async (_name, debugId) => {
    const answer = await service.upload(ours, parts(debugId));
    expect([errorOf(answer), messageOf(answer)]).toEqual([[422, 'invalid_part'], expect.stringContaining('debugId')]);
  });

  test('is refused if neither a release nor a part says what it is', async () => {
    const answer = await service.upload(ours, parts(undefined, { map: withIds({ debugId: ID }) }));
    expect([errorOf(answer), messageOf(answer)]).toEqual([[422, 'invalid_part'], expect.stringContaining('release')]);
  });

  test('stays apart from other projects', async () => {
    const theirs = await service.newTenant(`theirs-${ours.organization}`);
    await service.upload(theirs, parts(ID));
    expect(await list(`?debugId=${ID}`)).toEqual([]);
    expect(await explain(`debugId=${ID}`)).toMatchObject({ frame: { unresolved: 'no_map' } });
  });
});

describe('asking for a debug id', () => {
  test.each([
    ['renews the retention of its map with a token that may upload', 'project:releases', true],
    ['renews nothing for a reader', 'project:read', false],
  ] as const)('%s', async (_name, scope, isKept) => {
    await service.upload(ours, parts(ID));
    await service.db.pool.query(`update sourcemaps set touched_at = now() - interval '40 days'`);
    await service.ask(`${ours.path}/sourcemaps?debugId=${ID}`, { token: ours.tokens[scope] });
    const { rows } = await service.db.pool.query(
      `select touched_at > now() - interval '1 day' as kept from sourcemaps where project_id = $1`,
      [ours.projectId],
    );
    expect(rows).toEqual([{ kept: isKept }]);
  });

  test('that is no UUID is a 400', async () => {
    expect((await service.ask(`${ours.path}/sourcemaps?debugId=x`, { token: ours.token })).status).toBe(400);
  });
});

async function list(query: string): Promise<unknown> {
  return ((await service.ask(`${ours.path}/sourcemaps${query}`, { token: ours.token })).body as { data: unknown }).data;
}

async function explain(query: string): Promise<unknown> {
  const url = encodeURIComponent('https://shop.example/assets/app.js');
  const path = `${ours.path}/sourcemaps/explain?${query}&url=${url}&line=1&column=1`;
  return (await service.ask(path, { token: ours.token })).body;
}
