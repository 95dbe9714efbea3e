// A cold frame through PostgreSQL: one query for the head of the map, one for the block.
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const root = path.resolve(import.meta.dirname, '../../..');
const RELEASE = 'bench';
const FILENAME = 'app.js';

async function sluice(env, ...args) {
  const cli = path.join(root, 'packages/cli/bin/sluice.mjs');
  await promisify(execFile)(process.execPath, [cli, ...args, '--json'], { env: { ...process.env, ...env } });
}

async function store(db, tables, { input, projectId }) {
  const [indexId, originalId] = [randomUUID(), randomUUID()];
  const keys = [indexId, originalId].map((blobId) => ({ projectId, blobId }));
  await tables.reserveBlobs(db, keys);
  for (const key of keys) await tables.writeBlob(db, key, input.index);
  const { headBytes, segments, sources, hasContents, problems, originalBytes, indexBytes } = input.compiled;
  const head = (await readFile(input.index)).subarray(0, headBytes);
  const digest = '0'.repeat(64);
  const facts = { segments, sources, hasContents, problems, indexBytes, head, format: 1, size: originalBytes, digest };
  await tables.storeSourceMap(db, { projectId, release: RELEASE, filename: FILENAME, indexId, originalId, ...facts });
}

/** Resolves each position from nothing: head, block, answer. @returns milliseconds of each */
async function resolveEach(db, tables, projectId, positions) {
  const { SourceMapIndex } = await import('../../../packages/sourcemaps/dist/codec/read/sourceMapIndex.js');
  const times = [];
  for (const position of positions) {
    const started = performance.now();
    const wanted = [{ projectId, release: RELEASE, filename: FILENAME }];
    const [found] = await tables.lookUpSourceMaps(db, wanted, []);
    const index = SourceMapIndex.open(found.head);
    const read = (ranges) => tables.readBlobRanges(db, { projectId, blobId: found.indexId }, ranges);
    const [answer] = await index.lookUp([position], read);
    times.push(performance.now() - started);
    if (answer === null) throw new Error(`nothing at ${JSON.stringify(position)}`);
  }
  return times;
}

/** @returns milliseconds of each cold frame, connection and code warm, the first fifth left out */
export async function benchPostgres(directory, input, positions) {
  const { startLocalPostgres } = await import('../../../packages/embedded/dist/index.js');
  const { createDatabase } = await import('../../../packages/db/dist/index.js');
  const tables = await import('../../../packages/sourcemaps/dist/statements.js');
  const postgres = await startLocalPostgres({ dataDir: path.join(directory, 'postgres') });
  try {
    const env = { DATABASE_URL: postgres.url };
    await sluice(env, 'migrate');
    await sluice(env, 'org', 'create', 'bench');
    await sluice(env, 'project', 'create', 'bench/bench');
    const db = createDatabase({ url: postgres.url, poolSize: 2, applicationName: 'bench' });
    try {
      const { rows } = await db.pool.query('select id from projects limit 1');
      const projectId = String(rows[0].id);
      await store(db, tables, { input, projectId });
      const times = await resolveEach(db, tables, projectId, positions);
      return times.slice(Math.floor(times.length / 5));
    } finally {
      await db.close();
    }
  } finally {
    await postgres.stop();
  }
}
