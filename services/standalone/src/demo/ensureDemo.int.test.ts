import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@sluice/testkit';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureDemo } from './ensureDemo.js';

let database: TestDatabase;
let directory: string;
beforeEach(async () => {
  database = await createTestDatabase();
  directory = await mkdtemp(path.join(tmpdir(), 'demo-'));
});
afterEach(async () => {
  await database.drop();
  await rm(directory, { recursive: true });
});

const BASE_URL = 'http://localhost:8000';

describe('the demo project', () => {
  test('is written with DSNs of this machine, and returned with those of the public address', async () => {
    const { demo, written } = await make('https://sluice.example.com/base');
    expect(demo.dsn).toBe(`https://${demo.key}@sluice.example.com/base`);
    expect(demo.sentryDsn).toMatch(/^https:\/\/\w{32}@sluice\.example\.com\/base\/[1-9]\d*$/);
    const dsn = `http://${demo.key}@localhost:8000`;
    const number = demo.sentryDsn.slice(demo.dsn.length);
    expect(written).toEqual({ ...demo, dsn, sentryDsn: `${dsn}${number}` });
  });

  test('has one address without a public one, and the same key and token at each start', async () => {
    const { demo, written } = await make(undefined);
    expect(demo).toEqual(written);
    expect((await make(undefined)).demo).toEqual(demo);
  });
});

async function make(publicUrl: string | undefined) {
  const file = path.join(directory, 'demo.json');
  const demo = await ensureDemo(database.db, { file, baseUrl: BASE_URL, publicUrl, nowMs: Date.now() });
  return { demo, written: JSON.parse(await readFile(file, 'utf8')) as unknown };
}
