import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { testDirectory, waitFor, type Tenant } from '@sluice/testkit';
import { access, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { smallMap, uploadOf } from '../testing/formOf.js';
import { errorOf, startTestSourcemaps, WORKER_FILE, type TestSourcemaps } from '../testing/sourcemapsHarness.js';

/** Compiles, unless a file beside it configures otherwise; signals its start by another file. */
const WORKER = `
import { existsSync, writeFileSync } from 'node:fs';
import { compileInThread as compile } from ${JSON.stringify(pathToFileURL(WORKER_FILE).href)};
const beside = (name) => new URL(name, import.meta.url);
export async function compileInThread(task) {
  if (existsSync(beside('long'))) throw new RangeError('Invalid string length');
  if (existsSync(beside('forever'))) for (writeFileSync(beside('begun'), '');;);
  return compile(task);
}`;

let directory: string;
let service: TestSourcemaps;
let ours: Tenant;
const beside = (name: string): string => path.join(directory, name);

beforeEach(async () => {
  directory = await testDirectory('worker');
  await writeFile(beside('worker.mjs'), WORKER);
});
afterEach(() => service.stop());

describe('an upload', () => {
  test('that gets no thread in time gets Retry-After, and nothing is stored', async () => {
    await start(4_000);
    await writeFile(beside('forever'), '');
    const running = service.upload(ours, uploadOf());
    await begun();
    const refused = await service.upload(ours, uploadOf(smallMap(), 'b.js'));
    expect([errorOf(refused), refused.headers['retry-after']]).toEqual([[503, 'busy'], '5']);
    expect(errorOf(await running)).toEqual([422, 'invalid_map']);
    expect([await service.scratchFiles(), Object.values(await service.rowCounts())]).toEqual([[], [0, 0, 0, 0]]);
  });

  test('that exceeds the length of a string gets 422 for a map that is too expensive', async () => {
    await start(60_000);
    await writeFile(beside('long'), '');
    expect(errorOf(await service.upload(ours, uploadOf()))).toEqual([422, 'invalid_map']);
    await rm(beside('long'));
    expect((await service.upload(ours, uploadOf())).status).toBe(201);
  });
});

test('a stop does not wait for an index that is being made again, nor counts it', async () => {
  await start(60_000);
  await service.upload(ours, uploadOf());
  await writeFile(beside('forever'), '');
  await service.db.pool.query('update sourcemaps set format = 0');
  await begun();
  await service.stopService();
  const { rows } = await service.db.pool.query('select format, tries from sourcemaps');
  expect(rows).toEqual([{ format: 0, tries: 0 }]);
});

async function start(compileMs: number): Promise<void> {
  service = await startTestSourcemaps({ compileThreads: 1, compileWaitMs: 200, compileMs }, beside('worker.mjs'));
  ours = await service.newTenant('ours');
}

function begun(): Promise<unknown> {
  return waitFor(() =>
    access(beside('begun')).then(
      () => true,
      () => false,
    ),
  );
}
