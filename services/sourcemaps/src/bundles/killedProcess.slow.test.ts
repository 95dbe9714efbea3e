import { afterEach, expect, test } from '@jest/globals';
import { useDatabase, useDirectory, useRole, useTenant, waitFor } from '@sluice/testkit';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { bundleOf, manifestOf } from '../testing/bundleOf.js';
import { smallMap } from '../testing/formOf.js';
import { sentryCli, type SentryCli } from '../testing/sentryCli.js';
import { sendHttp } from '../testing/sourcemapsHarness.js';
import { startServiceProcess, type ServiceProcess } from '../testing/startServiceProcess.js';

/** So many that storing them takes seconds. */
const MAPS = 300;

const directory = useDirectory('killed');
const database = useDatabase();
const role = useRole(database, 'sluice_sourcemaps', 1);
const ours = useTenant(database, 'ours');

let service: ServiceProcess | undefined;
afterEach(() => service?.kill());

test('the same upload stores the rest of a bundle whose process was killed, and each map once', async () => {
  const bundle = bundleOfMaps();
  const first = await start();
  const response = first.uploadBundle(bundle).catch(() => 'none');
  await waitFor(async () => (await storedMaps()).length >= 20, { what: 'some maps that are stored' });
  await service?.kill();
  expect(await response).toBe('none');
  const before = await storedMaps();
  expect(before.length).toBeLessThan(MAPS);

  const second = await start();
  expect((await second.uploadBundle(bundle)).body).toMatchObject({ state: 'ok' });
  const after = await storedMaps();
  expect([after.length, new Set(after.map(({ filename }) => filename)).size]).toEqual([MAPS, MAPS]);
  expect(after.filter(({ id }) => before.some((map) => map.id === id))).toEqual(before);

  // Blobs that the killed process wrote for no row are due after an hour.
  await database.db.pool.query('update sourcemap_garbage set due_at = now()');
  await waitFor(async () => (await idsOf('sourcemap_garbage')).length === 0, { what: 'blobs to be deleted' });
  const blobs = after.flatMap(({ index_id, original_id }) => [index_id, original_id]);
  expect(await idsOf('sourcemap_blobs')).toEqual(blobs.sort());
  expect(await readdir(scratch())).toHaveLength(1);
});

const scratch = (): string => path.join(directory.path, 'scratch');

/** Starts a process, and returns the calls of a client. */
async function start(): Promise<SentryCli> {
  const { url } = (service = await startServiceProcess({
    DATABASE_URL: role.url,
    SOURCEMAPS_SCRATCH_DIR: scratch(),
    SOURCEMAPS_MAINTENANCE_MS: '50',
  }));
  return sentryCli({ ask: (target, request) => sendHttp(`${url}${target}`, request) }, ours);
}

/** A bundle with different maps, each with its debug id. */
function bundleOfMaps(): Buffer {
  const names = Array.from({ length: MAPS }, (_, n) => String(n).padStart(12, '0'));
  const files = names.map((name) => ({ name: `${name}.js.map`, bytes: smallMap(`src/${name}.ts`) }));
  const described = names.map((name) => {
    const headers = { 'debug-id': `a9b1cb3f-1bb1-5745-889e-${name}` };
    return [`${name}.js.map`, { url: `~/${name}.js.map`, type: 'source_map', headers }] as const;
  });
  return bundleOf([...files, manifestOf(Object.fromEntries(described))]);
}

interface StoredMap {
  readonly id: string;
  readonly filename: string;
  readonly index_id: string;
  readonly original_id: string;
}

async function storedMaps(): Promise<readonly StoredMap[]> {
  const { rows } = await database.db.pool.query<StoredMap>(
    'select id, filename, index_id, original_id from sourcemaps order by filename',
  );
  return rows;
}

async function idsOf(table: 'sourcemap_blobs' | 'sourcemap_garbage'): Promise<readonly string[]> {
  const { rows } = await database.db.pool.query<{ id: string }>(`select distinct blob_id as id from ${table}`);
  return rows.map(({ id }) => id).sort();
}
