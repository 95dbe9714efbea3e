import { describe, expect, test } from '@jest/globals';
import { bundleOf, bundleWith, DEBUG_ID, manifestOf, type BundleFile } from '../testing/bundleOf.js';
import { smallMap } from '../testing/formOf.js';
import { sentryCli } from '../testing/sentryCli.js';
import { useSourcemaps } from '../testing/sourcemapsHarness.js';
import { useNewTenant } from '../testing/useNewTenant.js';

const service = useSourcemaps();
const ours = useNewTenant(service);

const MAP = 'files/_/_/app.js.map';
const described = { url: '~/app.js.map', type: 'source_map', headers: { 'Debug-ID': DEBUG_ID } };
const manifest = manifestOf({ [MAP]: described });
const map = (fields: Partial<BundleFile> = {}): BundleFile => ({ name: MAP, bytes: smallMap(), ...fields });

const numbered = (count: number): readonly string[] => Array.from({ length: count }, (_, n) => `${n}.js.map`);

/** A stored file of zeros, a thousandth of its size. */
const ZEROS = Buffer.alloc(20 * 1_048_576);

describe('a bundle is an error with a reason', () => {
  test.each<readonly [string, () => Buffer, RegExp]>([
    ['that is empty', () => Buffer.from('S'), /not an artifact bundle/],
    ['without a ZIP', () => Buffer.from('SYSB\x02\0\0\0'), /ZIP of the bundle is damaged/],
    ['that was cut', () => bundleWith(smallMap()).subarray(0, -30), /ZIP of the bundle is damaged/],
    ['without a manifest', () => bundleOf([map()]), /no manifest\.json/],
    ['whose manifest is no JSON', () => bundleOf([map(), { ...manifest, bytes: '{' }]), /not valid JSON/],
    ['whose manifest has no files', () => bundleOf([map(), { ...manifest, bytes: '[]' }]), /no object "files"/],
    [
      'whose manifest describes a file wrongly',
      () => bundleOf([map(), { ...manifest, bytes: JSON.stringify({ files: { [MAP]: 1 } }) }]),
      /does not describe the file/,
    ],
    [
      'whose manifest is too large',
      () => bundleOf([map(), { ...manifest, bytes: ZEROS }]),
      /manifest\.json of the bundle exceeds the limit of 2097152 bytes/,
    ],
    [
      'whose manifest is larger than it says',
      () => bundleOf([map(), { ...manifest, bytes: ZEROS, size: 10 }]),
      /manifest\.json of the bundle is damaged/,
    ],
    ['that lacks a file of its manifest', () => bundleOf([manifest]), /has no file "files\/_\/_\/app\.js\.map"/],
    ['whose file is larger than it says', () => bundleOf([map({ size: 10 }), manifest]), /The file is damaged/],
    ['whose file is smaller than it says', () => bundleOf([map({ size: 10_000 }), manifest]), /The file is damaged/],
    ['whose file is not compressed data', () => bundleOf([map({ stored: Buffer.from('x') }), manifest]), /damaged/],
    ['whose file is encrypted', () => bundleOf([map({ flags: 1 }), manifest]), /is encrypted/],
    ['of an unknown compression', () => bundleOf([map({ method: 12 }), manifest]), /unsupported compression/],
    [
      'whose map is too large',
      () => bundleOf([map({ size: 52_428_801 }), manifest]),
      /The map exceeds the limit of 52428800 bytes/,
    ],
    [
      'whose files overlap',
      () => bundleOf([map(), map({ name: 'again', offset: 8 }), manifest]),
      /files of the bundle overlap/,
    ],
    ['with two files of one name', () => bundleOf([map(), map(), manifest]), /two files with the same name/],
    ['with a name that leaves its directory', () => bundleOf([map({ name: '../../x' }), manifest]), /damaged/],
    ['with an absolute name', () => bundleOf([map({ name: '/etc/passwd' }), manifest]), /damaged/],
    [
      'with too many files',
      () => bundleOf(Array.from({ length: 20_001 }, (_, n) => map({ name: String(n), bytes: '' }))),
      /more than 20000 files/,
    ],
    [
      'whose directory is too large',
      () => bundleOf(Array.from({ length: 70 }, (_, n) => map({ name: String(n), comment: 'x'.repeat(60_000) }))),
      /directory of the bundle exceeds the limit of 4194304 bytes/,
    ],
    [
      'whose manifest names too many files',
      () => {
        const file = { url: '~/a.js.map', type: 'source_map' };
        return bundleOf([manifestOf(Object.fromEntries(numbered(20_001).map((name) => [name, file])))]);
      },
      /names more than 20000 files/,
    ],
    [
      'that inflates to too much',
      () => {
        const names = numbered(90);
        const files = Object.fromEntries(names.map((name) => [name, { ...described, url: `~/${name}` }]));
        return bundleOf([...names.map((name) => map({ name, size: 50_000_000 })), manifestOf(files)]);
      },
      /maps of the bundle exceed the limit of 4294967296 bytes/,
    ],
    [
      'without maps',
      () => bundleOf([{ name: 'a', bytes: '1' }, manifestOf({ a: { url: '~/a.js', type: 'minified_source' } })]),
      /has no source maps: nothing was stored/,
    ],
  ])('%s', async (_name, make, detail) => {
    const { status, body } = await sentryCli(service, ours).uploadBundle(make(), { version: 'shop@1' });
    expect([status, body]).toMatchObject([200, { state: 'error', detail: expect.stringMatching(detail) }]);
    expect((await service.ask(`${ours.path}/sourcemaps`, { token: ours.token })).body).toMatchObject({ data: [] });
    // Only the chunk is left.
    expect((await service.scratchFiles()).filter((name) => name.includes('upload-'))).toEqual([]);
  });
});

test('the maps of a bundle that can be stored are stored, whatever is wrong with the others', async () => {
  const bundle = bundleOf([
    map(),
    { name: 'bad.js.map', bytes: 'no map' },
    manifestOf({ 'bad.js.map': { url: '~/bad.js.map', type: 'source_map' }, [MAP]: described }),
  ]);
  const { body } = await sentryCli(service, ours).uploadBundle(bundle, { version: 'shop@1' });
  expect(body).toMatchObject({ state: 'error', detail: expect.stringMatching(/^1 of 2 source maps were not stored/) });
  const { body: list } = await service.ask(`${ours.path}/sourcemaps`, { token: ours.token });
  expect(list).toMatchObject({ data: [{ filename: 'app.js', debugId: DEBUG_ID }] });
});

test('a bundle with few maps for many paths and projects is an error', async () => {
  const others = numbered(19).map((_, n) => `other-${n}`);
  for (const slug of others) await service.newProject(ours, slug);
  const files = Object.fromEntries(numbered(2_501).map((name) => [name, { ...described, url: `~/${name}` }]));
  const fields = { version: 'shop@1', projects: [ours.project, ...others] };
  const { body } = await sentryCli(service, ours).uploadBundle(bundleOf([manifestOf(files)]), fields);
  expect(body).toMatchObject({ state: 'error', detail: expect.stringMatching(/has more than 50000 maps/) });
});
