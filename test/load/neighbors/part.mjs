// Part "neighbors": what another organization notices while one overloads the system in four ways, with all of `npm start` and the clients
// on the same cores. Its batches and its reads are timed before and during each attack.
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { batchMaker, MIXES } from '../support/batches.mjs';
import { waitUntil } from '../support/processes.mjs';
import { withDatabase } from '../support/servers.mjs';
import { startStandalone } from '../support/standalone.mjs';
import { printBudgets, printTable } from '../support/table.mjs';
import { withDirectory } from '../support/temporary.mjs';
import { ask } from './ask.mjs';
import { ATTACKS } from './attacks.mjs';

const BATCH_EVERY_MS = 50;
const READ_EVERY_MS = 200;
const LOGS_A_BATCH = 1_000;
const FILL_MS = 300_000;
const REST_MS = 3_000;
const MOST_RATIO = 3;

export const part = {
  name: 'neighbors',
  summary: "p95 of an organization's batches and reads while another overloads the system ÷ before",
  isShort: false,
  defaults: { seconds: 20, logs: 200_000, attacks: Object.keys(ATTACKS).join(',') },
  run: (options) => withDirectory((directory) => benchNeighbors(directory, options)),
};

async function benchNeighbors(directory, { seconds, logs, attacks }) {
  const env = { TRUSTED_PROXIES: '127.0.0.0/8', LOG_LEVEL: 'warn' };
  const system = await startStandalone({ dataDir: path.join(directory, 'data'), env });
  try {
    const [noisy, quiet] = [await makeTenant(system, 'noisy'), await makeTenant(system, 'quiet')];
    const target = { port: system.port, noisy, quiet };
    await fill(system, noisy, logs);
    await fill(system, quiet, Math.ceil(logs / 20));
    const rows = [];
    await measure(target, seconds / 4);
    for (const name of attacks.split(',')) {
      const usual = await measure(target, seconds);
      const stop = new AbortController();
      const attack = ATTACKS[name](target, stop.signal);
      await delay(1_000);
      const during = await measure(target, seconds);
      stop.abort();
      rows.push({ attack: name, usual, during, answers: await attack });
      await delay(REST_MS);
    }
    return report(rows);
  } finally {
    await system.stop();
  }
}

/** An organization with a project, a key and a token. */
function makeTenant({ databaseUrl }, name) {
  return withDatabase(databaseUrl, async (db) => {
    const { createOrganization, createProject, createToken } = await import('../../../packages/db/dist/index.js');
    await createOrganization(db, name);
    const { project, key } = await createProject(db, { organization: name, project: 'p' }, { bytesPerHour: null });
    const { secret } = await createToken(db, { organization: name, scopes: ['project:read', 'project:releases'] });
    const headers = { authorization: `Bearer ${secret}` };
    return { id: String(project.id), key: key.key, headers, path: `/api/0/projects/${name}/p` };
  });
}

const send = (port, { key }, body) =>
  ask({
    port,
    path: '/api/envelope',
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'x-service-auth': `Service service_key=${key}` },
  });

async function fill({ port, databaseUrl }, tenant, logs) {
  const make = batchMaker(Array(LOGS_A_BATCH).fill('log'));
  for (let sent = 0; sent < logs; sent += LOGS_A_BATCH) {
    const { status, text } = await send(port, tenant, make(sent));
    if (status !== 202) throw new Error(`${status} ${text}`);
  }
  await withDatabase(databaseUrl, (db) =>
    waitUntil(
      async () => {
        const { rows } = await db.pool.query('select count(*)::int4 as n from logs where project_id = $1', [tenant.id]);
        return rows[0].n >= logs;
      },
      `${logs} logs are stored`,
      FILL_MS,
    ),
  );
}

let serial = 1;

/** Times the quiet organization's batches and reads. */
async function measure({ port, quiet }, seconds) {
  const make = batchMaker(MIXES.mixed);
  const end = performance.now() + 1_000 * seconds;
  const reads = ['issues?status=open&limit=50', 'issues/summary', 'logs?limit=100', 'endpoints'];
  const ingest = every(BATCH_EVERY_MS, end, () => send(port, quiet, make((serial += 1))));
  const read = every(READ_EVERY_MS, end, (index) =>
    ask({ port, path: `${quiet.path}/${reads[index % reads.length]}`, headers: quiet.headers }),
  );
  return { ingest: summaryOf(await ingest, 202), read: summaryOf(await read, 200) };
}

/** Starts a request at fixed times, however long the ones before it take. */
async function every(ms, end, request) {
  const pending = [];
  for (let at = performance.now(); at < end; at += ms) {
    await delay(Math.max(0, at - performance.now()));
    pending.push(request(pending.length));
  }
  return Promise.all(pending);
}

function summaryOf(answers, expected) {
  const times = answers.map(({ ms }) => ms).sort((a, b) => a - b);
  const p = (share) => times[Math.floor(times.length * share)];
  return { p50: p(0.5), p95: p(0.95), other: answers.filter(({ status }) => status !== expected).length };
}

function report(rows) {
  const ratioOf = ({ usual, during }, kind) => during[kind].p95 / usual[kind].p95;
  printTable(
    'p95 in milliseconds, usual and during the attack',
    rows.map((row) => ({
      attack: row.attack,
      batches: row.usual.ingest.p95,
      during: row.during.ingest.p95,
      reads: row.usual.read.p95,
      'during ': row.during.read.p95,
      refused: row.during.ingest.other + row.during.read.other,
      'answers to the attack': JSON.stringify(row.answers),
    })),
  );
  const budgets = rows.flatMap((row) =>
    ['ingest', 'read'].map((kind) => ({
      name: `${row.attack}: ${kind} p95 ÷ usual`,
      value: ratioOf(row, kind),
      atMost: MOST_RATIO,
    })),
  );
  return { budgets: printBudgets(budgets), attacks: rows };
}
