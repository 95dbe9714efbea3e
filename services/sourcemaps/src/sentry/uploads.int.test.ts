import { describe, expect, test } from '@jest/globals';
import { bundleWith, DEBUG_ID, sha1Of } from '../testing/bundleOf.js';
import { field, smallMap } from '../testing/formOf.js';
import { chunkPart, sentryCli } from '../testing/sentryCli.js';
import { useSourcemaps } from '../testing/sourcemapsHarness.js';
import { useNewTenant } from '../testing/useNewTenant.js';

const service = useSourcemaps();
const ours = useNewTenant(service);
const cli = sentryCli(service, ours);

const OK = { status: 200, body: { state: 'ok', missingChunks: [], detail: null } };

describe('an upload of sentry-cli', () => {
  test('begins with the limits of chunks, and an address without the host of the request', async () => {
    const { status, body } = await cli.ask('GET', '/organizations/{org}/chunk-upload/?x=ignored');
    expect([status, body]).toMatchObject([
      200,
      {
        url: `/organizations/${ours.organization}/chunk-upload/`,
        chunkSize: 8_388_608,
        hashAlgorithm: 'sha1',
        compression: ['gzip'],
        accept: expect.arrayContaining(['artifact_bundles', 'artifact_bundles_v2']),
      },
    ]);
  });

  test('stores the maps of a bundle once, under their debug id', async () => {
    const bundle = bundleWith(smallMap());
    const missing = { state: 'not_found', missingChunks: [sha1Of(bundle)] };
    expect((await cli.assemble([bundle])).body).toMatchObject(missing);
    expect((await cli.sendChunks(bundle)).status).toBe(200);
    expect(await cli.assemble([bundle])).toMatchObject(OK);
    const [stored, ...others] = await storedMaps();
    expect([stored, others]).toMatchObject([{ release: null, filename: 'assets/app.js', debugId: DEBUG_ID }, []]);
    const rows = await service.rowCounts();
    expect(await cli.assemble([bundle])).toMatchObject(OK);
    expect(await cli.uploadBundle(bundle)).toMatchObject(OK);
    expect([await storedMaps(), await service.rowCounts()]).toEqual([[stored], rows]);
  });

  test('stores a map for each of its files if it has a release', async () => {
    expect(await cli.uploadBundle(bundleWith(smallMap()), { version: 'shop@2', dist: '7' })).toMatchObject(OK);
    expect(await storedMaps()).toMatchObject([{ release: 'shop@2', filename: 'assets/app.js', debugId: DEBUG_ID }]);
  });

  test('without debug ids needs a release', async () => {
    const bundle = bundleWith(smallMap(), null);
    expect((await cli.uploadBundle(bundle)).body).toMatchObject({
      state: 'error',
      detail: expect.stringMatching(/^1 of 1 source maps were not stored\. .*app\.js\.map: The map has no debug id\./),
    });
    expect(await cli.uploadBundle(bundle, { version: 'shop@1' })).toMatchObject(OK);
    expect(await storedMaps()).toMatchObject([{ release: 'shop@1', debugId: null }]);
  });

  test('stores the maps in each of its projects', async () => {
    const other = await service.newProject(ours, 'other');
    expect(await cli.uploadBundle(bundleWith(smallMap()), { projects: [ours.project, 'other'] })).toMatchObject(OK);
    expect([await storedMaps(), await storedMaps(other)]).toMatchObject([[{}], [{}]]);
  });

  test('puts bundles of several chunks together in their order', async () => {
    const bundle = bundleWith(smallMap());
    const chunks = [bundle.subarray(0, 100), bundle.subarray(100, 200), bundle.subarray(200)];
    const [first, second, third] = chunks as [Buffer, Buffer, Buffer];
    await cli.sendChunks(third, first);
    expect((await cli.assemble(chunks)).body).toMatchObject({ state: 'not_found', missingChunks: [sha1Of(second)] });
    await cli.sendChunks(second);
    expect(await cli.assemble(chunks)).toMatchObject(OK);
  });

  test('accepts chunks that are not compressed', async () => {
    const bundle = bundleWith(smallMap());
    await cli.sendParts([{ name: 'file', value: bundle, filename: sha1Of(bundle) }]);
    expect(await cli.assemble([bundle])).toMatchObject(OK);
  });

  test.each([
    ['has an invalid map', () => bundleWith('no map'), /app\.js\.map: /],
    ['is not a bundle', () => Buffer.from('PK no bundle at all'), /not an artifact bundle/],
  ])('that %s ends with an error and stores nothing', async (_name, made, detail) => {
    expect((await cli.uploadBundle(made())).body).toMatchObject({
      state: 'error',
      detail: expect.stringMatching(detail),
    });
    expect(await storedMaps()).toEqual([]);
  });

  test('whose checksum is another one ends with an error', async () => {
    const bundle = bundleWith(smallMap());
    expect((await cli.uploadBundle(bundle, { checksum: 'a'.repeat(40) })).body).toMatchObject({
      state: 'error',
      detail: 'The SHA-1 of the bundle is not the given checksum. Upload again.',
    });
  });

  test('is refused with a sentence if the plan has no source maps', async () => {
    await service.db.pool.query(
      `update organizations set settings = settings || '{"sourceMaps": false}' where slug = $1`,
      [ours.organization],
    );
    const detail = 'The plan of this organization does not include source maps.';
    const bundle = bundleWith(smallMap());
    for (const answer of [
      await cli.ask('GET', '/organizations/{org}/chunk-upload/'),
      await cli.sendChunks(bundle),
      await cli.assemble([bundle]),
    ]) {
      expect(answer).toMatchObject({ status: 403, body: { detail } });
    }
  });
});

describe('a chunk', () => {
  const chunk = Buffer.from('some bytes');
  const sha1 = sha1Of(chunk);

  test.each([
    ['a path', `../../${sha1}`],
    ['another path', `x/${sha1}`],
    ['a SHA-1 in upper case', sha1.toUpperCase()],
    ['a shorter name', sha1.slice(1)],
    ['no name', ''],
    ['a name with a line break', `${sha1}%0a`],
  ])('with %s as its name is refused, and writes nothing', async (_name, filename) => {
    const { status, body } = await cli.sendParts([chunkPart(chunk, filename)]);
    expect([status, body]).toEqual([400, { detail: expect.any(String) as unknown }]);
    expect(await chunkFiles()).toEqual([]);
  });

  test.each([
    ['other bytes than its name says', () => chunkPart('other bytes', sha1), 'is not its name'],
    ['no gzip', () => ({ name: 'file_gzip', value: chunk, filename: sha1 }), 'is not valid gzip'],
    ['more bytes than the limit', () => chunkPart(Buffer.alloc(8_388_609)), 'exceeds the limit of 8388608 bytes'],
  ])('with %s is refused and leaves no file', async (_name, part, detail) => {
    const { status, body } = await cli.sendParts([part()]);
    expect([status, body]).toEqual([400, { detail: expect.stringContaining(detail) as unknown }]);
    expect(await chunkFiles()).toEqual([]);
  });

  test('is one of at most 16 in a request', async () => {
    const chunks = Array.from({ length: 17 }, (_, n) => String(n));
    expect((await cli.sendChunks(...chunks.slice(1))).status).toBe(200);
    expect(await cli.sendChunks(...chunks)).toMatchObject({ status: 400, body: { detail: expect.any(String) } });
  });

  test('must be a file of the form', async () => {
    expect((await cli.sendParts([field('file', 'text')])).status).toBe(400);
  });

  test('of another organization is missing', async () => {
    const theirs = sentryCli(service, await service.newTenant(`neighbor-${ours.organization}`));
    await cli.sendChunks(chunk);
    expect((await theirs.assemble([chunk])).body).toMatchObject({ state: 'not_found', missingChunks: [sha1] });
  });
});

describe('a request to assemble', () => {
  const bundle = bundleWith(smallMap());

  test.each([
    ['without projects', { projects: [] }, 400, /^projects is missing/],
    ['with projects that are no slugs', { projects: [1] }, 400, /^projects must be/],
    ['with an unknown project', { projects: ['none'] }, 400, /has no project "none"/],
    ['with an unknown project of a long name', { projects: ['x'.repeat(100_000)] }, 400, /^.{0,300}x…"\.$/],
    ['with an ill-formed checksum', { checksum: '../../etc/passwd' }, 400, /^checksum must be/],
    ['with ill-formed chunks', { chunks: ['x'] }, 400, /^chunks must be/],
    ['without chunks', { chunks: [] }, 400, /^chunks must be/],
    ['with too many chunks', { chunks: Array.from({ length: 129 }, () => 'a'.repeat(40)) }, 400, /limit of 128 chunks/],
    ['with an ill-formed version', { version: 'a\nb' }, 400, /^version must be/],
  ])('%s is refused with a sentence', async (_name, fields, status, detail) => {
    expect(await cli.assemble([bundle], fields)).toMatchObject({
      status,
      body: { detail: expect.stringMatching(detail) },
    });
  });

  test('for a project of another organization gets the answer of one that does not exist', async () => {
    const theirs = await service.newTenant(`stranger-${ours.organization}`);
    const { project: slug } = await service.newProject(theirs, 'secret');
    expect(await cli.assemble([bundle], { projects: [slug] })).toMatchObject({
      status: 400,
      body: { detail: `projects: the organization has no project "${slug}".` },
    });
  });
});

async function storedMaps(tenant = ours): Promise<readonly Record<string, unknown>[]> {
  const { body } = await service.ask(`${tenant.path}/sourcemaps`, { token: tenant.token });
  return (body as { readonly data: readonly Record<string, unknown>[] }).data;
}

/** Files of chunks of the current tenant. */
async function chunkFiles(): Promise<readonly string[]> {
  const files = await service.scratchFiles();
  const own = new RegExp(`chunks/${await organizationId()}-`);
  return files.filter((file) => own.test(file));
}

async function organizationId(): Promise<string> {
  const { rows } = await service.db.pool.query<{ id: string }>('select id from organizations where slug = $1', [
    ours.organization,
  ]);
  return rows[0]?.id ?? '';
}
