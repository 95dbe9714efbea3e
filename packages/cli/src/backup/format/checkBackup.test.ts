import { describe, expect, test } from '@jest/globals';
import { FORMER_STEPS } from '@sluice/db';
import { checkBackup } from './checkBackup.js';
import { createFrameWriter, readFrames, type FrameKind, type FrameWriter } from './frames.js';
import { rowsOf, sequencesOf, tableOf } from './backupManifest.js';

const MANIFEST = {
  format: 1,
  version: '9.9.9',
  createdAt: '2026-11-29T00:00:00Z',
  postgres: '18.0',
  steps: ['0101-tenancy'],
  roles: [],
  logins: [],
};

describe('the check of a backup', () => {
  test('reports which version made it', async () => {
    const { manifest, end } = await checkBackup(await fileOf([['manifest', MANIFEST]]));
    expect(manifest).toEqual(MANIFEST);
    expect(end).toMatchObject({ tables: 0, rows: 0 });
  });

  test.each<[string, unknown, string]>([
    [
      'another format',
      { ...MANIFEST, format: 2 },
      'it has format 2, and this version reads format 1. Restore it with Sluice 9.9.9',
    ],
    ['a newer schema', { ...MANIFEST, steps: ['9000-next'] }, 'does not know 9000-next: restore it with Sluice 9.9.9'],
    [
      'some steps of an earlier version',
      { ...MANIFEST, steps: FORMER_STEPS.slice(0, -1) },
      'without 0045-first-sightings: restore it with the version that ends at migration 0045-first-sightings, and make a new backup',
    ],
    ['no steps', { ...MANIFEST, steps: undefined }, 'it is damaged: its manifest is invalid'],
    ['a role that is no name', { ...MANIFEST, roles: ['a"b'] }, 'it is damaged: its manifest is invalid'],
    ['no JSON', '{', 'it is damaged: manifest is no JSON'],
    ['null', null, 'it is damaged: manifest is no object'],
  ])('refuses a backup with %s', async (_what, manifest, problem) => {
    const file = await fileOf([['manifest', manifest ?? 'null']]);
    await expect(checkBackup(file)).rejects.toThrow(problem);
  });

  test('refuses a backup without a manifest, or with the digest of other bytes', async () => {
    await expect(checkBackup(await fileOf([]))).rejects.toThrow('it does not begin with a manifest');
    const other = await fileOf([['manifest', MANIFEST]], () => ({ tables: 0, rows: 0, sha256: 'x' }));
    await expect(checkBackup(other)).rejects.toThrow('it is damaged: its SHA-256 differs');
  });

  test.each<[FrameKind, unknown, (frame: Parameters<typeof tableOf>[0]) => unknown]>([
    ['table', { table: 'a; drop', columns: [] }, tableOf],
    ['table', { table: 'spans', columns: ['a" from'] }, tableOf],
    ['tableEnd', { rows: '1' }, rowsOf],
    ['sequences', [{ sequence: 's', value: '1; drop', isCalled: true }], sequencesOf],
    ['sequences', {}, sequencesOf],
  ])('refuses %s %j', async (kind, value, read) => {
    const file = await fileOf([[kind, value]]);
    const [frame] = await toArray(readFrames(file()));
    if (frame === undefined) throw new Error('there is no frame');
    expect(() => read(frame)).toThrow('it is damaged');
  });
});

/** A backup with valid checksums, whatever is in it. */
async function fileOf(
  frames: readonly (readonly [FrameKind, unknown])[],
  endOf: (writer: FrameWriter) => object = (writer) => ({ tables: 0, rows: 0, sha256: writer.digest() }),
): Promise<() => AsyncGenerator<Buffer>> {
  const parts: Buffer[] = [];
  const writer = await createFrameWriter((bytes) => Promise.resolve(void parts.push(bytes)));
  for (const [kind, value] of frames) {
    await writer.write(kind, Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)));
  }
  await writer.write('end', Buffer.from(JSON.stringify(endOf(writer))));
  return async function* () {
    yield* await Promise.resolve(parts);
  };
}

async function toArray<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
