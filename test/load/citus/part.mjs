// Part "citus". START HERE: the same events drained into plain PostgreSQL and into Citus with each number of nodes, in turns, by servers with the same settings.
// Reported as ratios to plain PostgreSQL: on few cores the servers of a cluster take CPU from each other, so a rate says little about
// several machines, and CPU per row and transactions per second say more.
import path from 'node:path';
import { mkdir } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { startGenerator } from '../endToEnd/startGenerator.mjs';
import { openDepth } from '../endToEnd/watch.mjs';
import { keeping } from '../support/keeping.mjs';
import { cpuSeconds, cpuSecondsOfTree } from '../support/processes.mjs';
import { makeProjects, openDatabase, withDatabase } from '../support/servers.mjs';
import { startService } from '../support/services.mjs';
import { median, spread, withSpread } from '../support/statistics.mjs';
import { printTable } from '../support/table.mjs';
import { withDirectory } from '../support/temporary.mjs';
import { makePartitions } from '../drain/backend.mjs';
import { fillQueue } from '../drain/drainOnce.mjs';

const PROJECTS = 40;
const BATCH = 20;
const CONNECTIONS = 32;
const PERIOD_MS = 50;
const DRAIN_MS = 600_000;
/** Commits wait for the disk, as they do in use. */
const DURABLE = { fsync: 'on', shared_buffers: '128MB' };

/** @type {import('../support/parts.mjs').Part} */
export const part = {
  name: 'citus',
  summary:
    'rows and commits per second and CPU per row of one worker process on Citus of 1 and 2 nodes ÷ plain PostgreSQL',
  isShort: false,
  defaults: { runs: 3, rows: 30_000, nodes: '1,2' },
  run: async (options) => ({ part: 'citus', ...(await runPart(options)) }),
};

/** @param {{ runs: number, rows: number, nodes: string }} options `nodes` is a list with commas */
async function runPart({ runs, rows, nodes }) {
  const { findCitus } = await import('../../../packages/testkit/dist/citus/startTestCitus.js');
  if (findCitus() === undefined) {
    console.log('not run: no installed PostgreSQL has Citus');
    return { results: [] };
  }
  const counts = nodes.split(',').map(Number);
  return withDirectory((directory) => compare(directory, counts, { runs, rows }));
}

/** Spans of 40 projects, drained by one worker process into plain PostgreSQL and each cluster in turns. */
function compare(directory, counts, { runs, rows }) {
  return keeping(async (keep) => {
    const sides = [];
    for (const nodes of [0, ...counts]) sides.push(await openSide(path.join(directory, `nodes-${nodes}`), nodes, keep));
    for (let run = 0; run < runs; run += 1)
      for (const side of run % 2 === 0 ? sides : sides.toReversed()) side.drains.push(await drain(side, rows));
    const { DATABASE_URL: url } = sides[0].env;
    return { versions: { postgres: await readVersion(url) }, results: report(sides) };
  });
}

/** Returns the version of a server, such as `15.18`. */
async function readVersion(url) {
  const { rows } = await withDatabase(url, (db) => db.pool.query('show server_version'));
  return rows[0].server_version.split(' ')[0];
}

/** Plain PostgreSQL for no nodes: a server with the same programs and settings, in a database without the extension. */
async function openSide(directory, nodes, keep) {
  const { startTestCitus } = await import('../../../packages/testkit/dist/citus/startTestCitus.js');
  const { startLocalRedis } = await import('../../../packages/embedded/dist/index.js');
  await mkdir(directory, { mode: 0o755 });
  const cluster = await keep(startTestCitus({ nodes, settings: DURABLE }));
  const redis = await keep(startLocalRedis({ dir: path.join(directory, 'redis') }));
  const url = nodes === 0 ? await createPlain(cluster.url) : cluster.url;
  await prepare(url, nodes);
  const db = await keep(openDatabase(url));
  await makePartitions(db);
  const projects = await makeProjects(url, PROJECTS);
  const env = { DATABASE_URL: url, REDIS_URL: redis.url };
  const gateway = await keep(startService('gateway', { env }));
  const depth = await keep(openDepth(redis.url));
  const generator = await startGenerator({
    port: gateway.port,
    keys: projects.map(({ key }) => key),
    connections: CONNECTIONS,
    firstSerial: 1,
    kinds: Array(BATCH).fill('span'),
  });
  await keep(generator);
  const servers = [cluster.coordinator, ...cluster.nodes].map((server) => server.pid());
  return { nodes, env, depth, generator, servers, redis: redis.pid, drains: [] };
}

async function createPlain(url) {
  await withDatabase(url, (db) => db.pool.query('create database plain'));
  return Object.assign(new URL(url), { pathname: '/plain' }).href;
}

async function prepare(url, nodes) {
  const { distributeTables, migrateToLatest } = await import('../../../packages/db/dist/index.js');
  await withDatabase(url, async (db) => {
    await migrateToLatest(db);
    if (nodes > 0) await distributeTables(db);
  });
}

/** Fills the queue and drains it. Rates are of the time from the first stored events to the last. */
async function drain({ env, depth, generator, servers, redis }, rows) {
  await fillQueue(generator, rows);
  const worker = await startService('spans', { env });
  const samples = [];
  try {
    const deadline = Date.now() + DRAIN_MS;
    for (let left = 1; left > 0; left = (await depth.read()).jobs) {
      if (Date.now() > deadline) throw new Error(`the queue did not empty within ${DRAIN_MS} ms`);
      samples.push({ ...(await readStored(worker)), ...cpuOf(worker, servers, redis) });
      await delay(PERIOD_MS);
    }
    samples.push({ ...(await readStored(worker)), ...cpuOf(worker, servers, redis) });
  } finally {
    await worker.stop();
  }
  return between(
    samples.find(({ stored }) => stored > 0),
    samples.at(-1),
  );
}

const cpuOf = (worker, servers, redis) => ({
  worker: cpuSeconds(worker.pid),
  coordinator: cpuSecondsOfTree(servers[0]),
  nodes: servers.slice(1).reduce((sum, pid) => sum + cpuSecondsOfTree(pid), 0),
  redis: cpuSeconds(redis),
});

async function readStored({ adminUrl }) {
  const text = await (await fetch(`${adminUrl}/metrics`)).text();
  const read = (name) => Number(new RegExp(`^${name}\\{type="span"\\} (\\d+)$`, 'm').exec(text)?.[1] ?? 0);
  return {
    at: Date.now(),
    stored: read('sluice_worker_events_stored_total'),
    commits: read('sluice_worker_transaction_seconds_count'),
  };
}

/** Figures of the time between two samples. */
export function between(first, last) {
  const rows = (last?.stored ?? 0) - (first?.stored ?? 0);
  if (!(rows > 0)) throw new Error('all rows were stored between two samples: ask for more rows');
  const seconds = (last.at - first.at) / 1_000;
  const commits = last.commits - first.commits;
  const roles = ['worker', 'coordinator', 'nodes', 'redis'];
  const micros = Object.fromEntries(roles.map((role) => [role, (1e6 * (last[role] - first[role])) / rows]));
  return {
    perSecond: rows / seconds,
    commitsPerSecond: commits / seconds,
    rowsOfCommit: rows / commits,
    cpuMicrosPerRow: { ...micros, database: micros.coordinator + micros.nodes },
  };
}

function report(sides) {
  const results = sides.map(({ nodes, drains }) => ({ nodes, ...figuresOf(drains, sides[0].drains) }));
  printTable(
    `spans of ${PROJECTS} projects into plain PostgreSQL and Citus, one worker process; in brackets ÷ plain PostgreSQL`,
    results.map(({ nodes, perSecond, commitsPerSecond, rowsOfCommit, cpuMicrosPerRow, ratio }) => ({
      database: nodes === 0 ? 'plain' : `Citus, ${nodes} node${nodes === 1 ? '' : 's'}`,
      'rows/s': withSpread(perSecond),
      '(÷)': withSpread(ratio.perSecond),
      'commits/s': commitsPerSecond,
      'rows a commit': rowsOfCommit,
      'worker µs': cpuMicrosPerRow.worker,
      'coordinator µs': cpuMicrosPerRow.coordinator,
      'nodes µs': cpuMicrosPerRow.nodes,
      'database (÷)': ratio.databaseCpu,
    })),
  );
  return results;
}

function figuresOf(drains, plain) {
  const of = (read) => drains.map(read);
  const ratioOf = (read) => drains.map((one, run) => read(one) / read(plain[run]));
  const roles = Object.keys(drains[0].cpuMicrosPerRow);
  return {
    perSecond: spread(of(({ perSecond }) => perSecond)),
    commitsPerSecond: median(of(({ commitsPerSecond }) => commitsPerSecond)),
    rowsOfCommit: median(of(({ rowsOfCommit }) => rowsOfCommit)),
    cpuMicrosPerRow: Object.fromEntries(
      roles.map((role) => [role, median(of(({ cpuMicrosPerRow }) => cpuMicrosPerRow[role]))]),
    ),
    ratio: {
      perSecond: spread(ratioOf(({ perSecond }) => perSecond)),
      databaseCpu: median(ratioOf(({ cpuMicrosPerRow }) => cpuMicrosPerRow.database)),
      workerCpu: median(ratioOf(({ cpuMicrosPerRow }) => cpuMicrosPerRow.worker)),
    },
  };
}
