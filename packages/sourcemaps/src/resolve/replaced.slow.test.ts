import { expect, test } from '@jest/globals';
import { createProject, createOrganization } from '@sluice/db';
import { deleteBlob } from '../sql/blobs/deleteBlob.js';
import { removeGarbage, claimGarbage } from '../sql/garbage.js';
import { storeTestMap, testMap, useDatabase } from '@sluice/testkit';
import { spawn } from 'node:child_process';
import path from 'node:path';

const database = useDatabase();

const SEGMENTS = 20_000;
const SECONDS = 6;

test('replacing a map during 1,000 concurrent resolutions in each of two processes yields either old or new answers', async () => {
  const { db } = database;
  await createOrganization(db, 'acme');
  const { project } = await createProject(db, { organization: 'acme', project: 'web' });
  const place = { projectId: project.id, release: '1', filename: 'app.js' };
  await storeTestMap(db, place, mapOf(0));
  const reports = Promise.all([resolveElsewhere(project.id), resolveElsewhere(project.id)]);
  const over = new AbortController();
  void reports.finally(() => over.abort()).catch(() => undefined);
  let version = 0;
  while (!over.signal.aborted) {
    version += 1;
    await storeTestMap(db, place, mapOf(version));
    // Blobs go at once, sooner than maintenance would delete them: readers are left in the middle of their reads.
    const gone = await claimGarbage(db, -3_600_000, 100);
    for (const key of gone) await deleteBlob(db, key);
    await removeGarbage(db, gone);
  }
  expect(version).toBeGreaterThan(5);
  for (const { answers, seen, mixed } of await reports) {
    expect(mixed).toEqual([]);
    expect(answers).toBeGreaterThanOrEqual(1_000);
    expect(seen.every((text) => /^v\d+$/.test(text))).toBe(true);
    expect(seen.length).toBeGreaterThan(1);
  }
}, 60_000);

/** A map in which everything says its version; the versions differ in every block. */
function mapOf(version: number): string {
  const name = `v${version}`;
  const line = `// ${name} ${'x'.repeat(version % 40)}`;
  const segments = Array.from({ length: SEGMENTS }, (_, index) => [index, 0, index % 900, version % 10, 0] as const);
  return testMap({ [`src/${name}.ts`]: Array(900).fill(line).join('\n') }, segments, [name]);
}

interface Report {
  readonly answers: number;
  readonly seen: readonly string[];
  readonly mixed: readonly unknown[];
  readonly mixedCount: number;
}

function resolveElsewhere(projectId: string): Promise<Report> {
  const program = path.join(import.meta.dirname, '../testing/resolveLoop.mjs');
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, database.url, projectId, String(SECONDS)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
    child.once('error', reject);
    child.once('exit', (code) => {
      if (code === 0) resolve(JSON.parse(text) as Report);
      else reject(new Error(`ended with ${String(code)}: ${text}`));
    });
  });
}
