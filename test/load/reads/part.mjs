// Part "reads": every list and detail of the read API over HTTP, on large tables over ten partitions and on small ones, in one run.
// The default sizes take minutes to fill, and some 10 GB.
import path from 'node:path';
import { startService } from '../support/services.mjs';
import { withDirectory } from '../support/temporary.mjs';
import { fillTables } from './fillTables.mjs';

const SMALL = { spans: 10_000, exceptions: 1_000 };
const CLIENTS = 2;
const DAYS = 10;
/** Target of every read on the large tables, in milliseconds at p95. */
const TARGET_MS = 100;

/** Asked of each project; `{…}` is replaced by an id that the data has. */
const READS = [
  // The dashboard's pages, in the order of its navigation.
  'issues?status=open&from={day}&limit=50',
  'issues?status=open&from={from}&sort=count&limit=50',
  'issues?status=open&from={from}&sort=trend&limit=50',
  'issues?status=open&from={from}&environment=staging&release=1.4.0&limit=50',
  'issues/summary?from={day}',
  'issues/summary?from={from}',
  'issues/{issue}/distributions',
  'issues/{issue}/history',
  'issues/{issue}/comments',
  'endpoints?from={day}',
  'endpoints?from={from}',
  'endpoints/series?from={from}',
  'endpoints/series?from={from}&name=checkout',
  'traces?from={day}&limit=50',
  'traces/{trace}?spans=false',
  'traces/{trace}/spans',
  'traces/{trace}/visit',
  'metrics?from={from}',
  'metrics/lcp?from={from}',
  'metrics/lcp?from={from}&groupBy=release',
  'metrics/lcp/traces?from={day}',
  'logs?from={day}&limit=100',
  'logs/histogram?from={day}',
  'logs/{log}/surroundings',
  'visits?from={from}',
  'visits/breakdown?from={from}&dimension=page',
  'visits/breakdown?from={from}&dimension=referrer',
  'replays?from={from}&limit=50',
  'replays?from={from}&sort=errors&limit=50',
  'replays/{replay}',
  'replays/{replay}/markers',
  'release-adoption?from={from}',
  'users?from={from}&sort=exceptions',
  'user-impact?from={from}',
  'users/{user}',
  'users/{user}/timeline',
  'stats?from={from}&interval=day',
  'stats?from={day}&interval=hour',
  // Lists and details as a program reads them.
  'issues',
  'issues?sort=count',
  'issues?sort=users&status=open',
  'issues?environment=staging',
  'issues?query=fault%2017',
  'issues/{issue}',
  'issues/{issue}/events',
  'exceptions',
  'exceptions?level=fatal',
  'exceptions?query=nowhere',
  'exceptions/{exception}',
  'traces',
  'traces?environment=staging',
  'traces?query=nowhere',
  'traces/{trace}',
  'spans',
  'spans?name=checkout',
  'spans?name=nowhere',
  'spans?trace={trace}',
  'spans/{span}',
  'metrics',
  'metrics/lcp',
  'logs',
  'logs?query=nowhere',
  'users',
  'stats?interval=day',
];

export const part = {
  name: 'reads',
  summary: 'p50 and p95 of every read of the API on large tables, and how much longer that is than on small ones',
  isShort: false,
  defaults: { spans: 10_000_000, exceptions: 1_000_000, requests: 30 },
  run: (options) => withDirectory((directory) => benchReads(directory, options)),
};

async function benchReads(directory, { spans, exceptions, requests }) {
  const { startLocalPostgres } = await import('../../../packages/embedded/dist/index.js');
  const postgres = await startLocalPostgres({ dataDir: path.join(directory, 'postgres') });
  try {
    const large = await measureSize(postgres.url, 'large', { spans, exceptions }, requests);
    const small = await measureSize(postgres.url, 'small', SMALL, requests);
    const rows = READS.map((read) => ({ read, large: large.get(read), small: small.get(read) }));
    const ms = (value) => value.toFixed(1);
    console.table(
      rows.map(({ read, large: big, small: little }) => ({
        read,
        p50: ms(big.p50),
        p95: ms(big.p95),
        ok: big.p95 <= TARGET_MS,
        'p95 small': ms(little.p95),
        ratio: (big.p95 / little.p95).toFixed(1),
      })),
    );
    return { spans, exceptions, rows };
  } finally {
    await postgres.stop();
  }
}

async function measureSize(serverUrl, name, size, requests) {
  const {
    createDatabase,
    createToken,
    createOrganization,
    createProject,
    ensurePartitions,
    migrateToLatest,
    PARTITIONED_TABLES,
  } = await import('../../../packages/db/dist/index.js');
  const admin = createDatabase({ url: serverUrl, poolSize: 1, applicationName: 'bench' });
  await admin.pool.query(`create database ${name}`);
  await admin.close();
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const db = createDatabase({ url: url.href, poolSize: 2, applicationName: 'bench', statementMs: 3_600_000 });
  await migrateToLatest(db);
  await createOrganization(db, 'bench');
  const { project } = await createProject(db, { organization: 'bench', project: 'bench' });
  const { secret } = await createToken(db, { organization: 'bench', scopes: ['project:read'] });
  const now = Date.now();
  const fromMs = now - DAYS * 86_400_000;
  await ensurePartitions(db, { tables: PARTITIONED_TABLES, interval: 'day', fromMs, throughMs: now });
  const started = Date.now();
  const ids = await fillTables(db, { projectId: project.id, fromMs, toMs: now, ...size });
  console.log(
    `${name}: ${size.spans} spans, ${size.exceptions} exceptions in ${Math.round((Date.now() - started) / 1000)} s`,
  );
  await db.close();
  const api = await startService('api', { env: { DATABASE_URL: url.href } });
  try {
    return await measureReads(api.url, secret, ids, requests);
  } finally {
    await api.stop();
  }
}

async function measureReads(baseUrl, token, ids, requests) {
  const results = new Map();
  for (const read of READS) {
    const address = read.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(ids[name]));
    const ask = async () => {
      const started = performance.now();
      const answer = await fetch(`${baseUrl}/api/0/projects/bench/bench/${address}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      const body = await answer.text();
      if (answer.status !== 200) throw new Error(`${address}: ${answer.status} ${body.slice(0, 200)}`);
      return performance.now() - started;
    };
    for (let warm = 0; warm < 3; warm += 1) await ask();
    const times = [];
    const client = async () => {
      for (let index = 0; index < requests; index += 1) times.push(await ask());
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
    times.sort((a, b) => a - b);
    results.set(read, { p50: times[Math.floor(times.length * 0.5)], p95: times[Math.floor(times.length * 0.95)] });
  }
  return results;
}
