// Part "reads": every list, chart and detail of the dashboard's pages over HTTP, on large tables over thirty partitions and on small
// ones, in one run. The default sizes take a quarter of an hour to fill, and some 15 GB. With `--keep <directory>` the tables stay there
// and are used again by the next run; `--only <pattern>` asks only matching questions.
import { chmod, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { keeping } from '../support/keeping.mjs';
import { startService } from '../support/services.mjs';
import { withDirectory } from '../support/temporary.mjs';
import { openTables } from './openTables.mjs';
import { isOfSourcemaps, nameOf, QUESTIONS } from './questions.mjs';

const SMALL = { spans: 10_000, exceptions: 1_000 };
const CLIENTS = 2;
const WARM = 5;
/** Target of every read on the large tables, in milliseconds at p95. */
const TARGET_MS = 100;

export const part = {
  name: 'reads',
  summary: 'p50 and p95 of every read of the pages on large tables, and how much longer that is than on small ones',
  isShort: false,
  defaults: { spans: 10_000_000, exceptions: 1_000_000, requests: 30, keep: '', only: '' },
  run: (options) =>
    options.keep === ''
      ? withDirectory((directory) => benchReads(directory, options))
      : benchKept(path.resolve(options.keep), options),
};

async function benchKept(directory, options) {
  await mkdir(directory, { recursive: true });
  await chmod(directory, 0o711);
  return benchReads(directory, options);
}

async function benchReads(directory, { spans, exceptions, requests, only }) {
  const { startLocalPostgres } = await import('../../../packages/embedded/dist/index.js');
  const questions = QUESTIONS.filter((question) => new RegExp(only).test(nameOf(question)));
  const postgres = await startLocalPostgres({ dataDir: path.join(directory, 'postgres') });
  try {
    const measure = (name, size) => measureSize(postgres.url, { name, size }, { questions, requests });
    const large = await measure('large', { spans, exceptions });
    const small = await measure('small', SMALL);
    const rows = questions.map(nameOf).map((read) => ({ read, large: large.get(read), small: small.get(read) }));
    report(rows);
    return { spans, exceptions, rows };
  } finally {
    await postgres.stop();
  }
}

const ms = (value) => value.toFixed(1);

function report(rows) {
  console.table(
    rows.map(({ read, large, small }) => ({
      read,
      p50: ms(large.p50),
      p95: ms(large.p95),
      ok: large.p95 <= TARGET_MS,
      'p95 small': ms(small.p95),
      ratio: (large.p95 / small.p95).toFixed(1),
    })),
  );
  const missed = rows.filter(({ large }) => large.p95 > TARGET_MS).length;
  console.log(`${rows.length - missed} of ${rows.length} reads took at most ${TARGET_MS} ms at p95`);
}

async function measureSize(serverUrl, { name, size }, { questions, requests }) {
  const { url, session, ids } = await openTables(serverUrl, name, size);
  return keeping(async (keep) => {
    const env = { DATABASE_URL: url };
    const api = await keep(startService('api', { env }));
    const sourcemaps = await keep(startService('sourcemaps', { env }));
    const cookie = ({ port }) => ({ cookie: `sluice_session_${port}=${session}` });
    const { csrfToken } = await (await fetch(`${api.url}/api/0/session`, { headers: cookie(api) })).json();
    const headers = (service) => ({
      ...cookie(service),
      'x-csrf-token': csrfToken,
      'content-type': 'application/json',
    });
    const results = new Map();
    for (const question of questions) {
      const service = isOfSourcemaps(question) ? sourcemaps : api;
      const times = await measureRead(askerOf(service, headers(service), ids, question), requests);
      console.log(`${name} ${nameOf(question)}: p50 ${ms(times.p50)}, p95 ${ms(times.p95)}`);
      results.set(nameOf(question), times);
    }
    return results;
  });
}

/** Returns a function that asks once, as the dashboard does, and resolves with the milliseconds until the answer was read. */
function askerOf(service, headers, ids, { address, body }) {
  const filled = address.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(ids[name]));
  const url = `${service.url}/api/0${filled.startsWith('/') ? filled : `/projects/bench/bench/${filled}`}`;
  const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
  return async () => {
    const started = performance.now();
    const answer = await fetch(url, init);
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${filled}: ${answer.status} ${text.slice(0, 200)}`);
    return performance.now() - started;
  };
}

async function measureRead(ask, requests) {
  for (let warm = 0; warm < WARM; warm += 1) await ask();
  const times = [];
  const client = async () => {
    for (let index = 0; index < requests; index += 1) times.push(await ask());
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  times.sort((a, b) => a - b);
  return { p50: times[Math.floor(times.length * 0.5)], p95: times[Math.floor(times.length * 0.95)] };
}
