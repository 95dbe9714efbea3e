// Part "intake": CPU for requests of other SDKs against that for the same events sent to /api/envelope, in alternating runs: of the
// gateway on one core, while load generator, Redis and PostgreSQL share the other one, and of the whole system. And how long large
// requests keep the gateway's event loop.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Redis } from 'ioredis';
import { cpuSeconds, runJson } from '../support/processes.mjs';
import { makeProjects, startServers } from '../support/servers.mjs';
import { startService } from '../support/services.mjs';
import { median, short } from '../support/statistics.mjs';
import { printBudgets, printTable } from '../support/table.mjs';
import { withDirectory } from '../support/temporary.mjs';
import { noteTurns } from './longestTurn.mjs';

const SERVER_CORE = 0;
const OTHER_CORE = 1;
const CONNECTIONS = 16;
/** A gateway, and the whole system, may use at most this many times the CPU of the native format. */
const MOST = 2;
const MOST_END_TO_END = 1.2;
/** A large request may keep the event loop for so many milliseconds. */
const MOST_STALL_MS = 50;
const STALL_ROUNDS = 3;

export const part = {
  name: 'intake',
  summary: 'CPU for requests of Sentry SDKs and OTLP ÷ for the same events in our own format; stalls by large requests',
  isShort: false,
  defaults: { runs: 3, seconds: 2, loads: 'all', measures: 'gateway,endToEnd,stalls' },
  run: benchIntake,
};

function benchIntake({ runs, seconds, loads, measures }) {
  return withDirectory(async (directory) => {
    const { LOAD_NAMES, makeLoad } = await import('./loads.mjs');
    const names = loads === 'all' ? LOAD_NAMES : loads.split(',');
    const has = (measure) => measures.split(',').includes(measure);
    const parts = [];
    if (has('gateway')) parts.push(await benchGateway(directory, { names, makeLoad, runs, seconds }));
    if (has('endToEnd')) parts.push(await benchEndToEnd(directory, { names, makeLoad, runs, seconds }));
    if (has('stalls')) parts.push(await benchStalls(directory));
    return { ...Object.assign({}, ...parts), budgets: parts.flatMap(({ budgets }) => budgets) };
  });
}

async function benchGateway(directory, { names, makeLoad, runs, seconds }) {
  const servers = await startServers(path.join(directory, 'gateway'), { core: OTHER_CORE });
  const stops = [servers.stop];
  try {
    const [project] = await makeProjects(servers.env.DATABASE_URL, 1);
    const env = { ...servers.env, MAX_EVENTS: '4000' };
    const gateway = await startService('gateway', { env, core: SERVER_CORE });
    stops.push(gateway.stop);
    const queues = new Redis(servers.redis.url);
    stops.push(async () => queues.disconnect());
    const chosen = names.map((name) => makeLoad(name, project));
    return report(await measure({ gateway, queues, key: project.key, directory, runs, seconds }, chosen));
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

async function benchEndToEnd(directory, options) {
  const { measureEndToEnd } = await import('./endToEnd.mjs');
  const rows = await measureEndToEnd({ directory, ...options });
  printTable(
    'whole system, µs of CPU an event: native → other',
    rows.map(({ load, foreignMicros, nativeMicros, ratio }) => ({
      load,
      ...Object.fromEntries(
        Object.keys(nativeMicros).map((role) => [role, `${short(nativeMicros[role])} → ${short(foreignMicros[role])}`]),
      ),
      ratio: short(ratio),
    })),
  );
  const demands = rows.map(({ load, ratio }) => ({
    name: `CPU ÷ native end to end, ${load}`,
    value: ratio,
    atMost: MOST_END_TO_END,
  }));
  return { budgets: printBudgets(demands), endToEnd: rows };
}

async function benchStalls(directory) {
  const { measureStalls } = await import('./large.mjs');
  const servers = await startServers(path.join(directory, 'stalls'), { core: OTHER_CORE });
  const stops = [servers.stop];
  try {
    const [project] = await makeProjects(servers.env.DATABASE_URL, 1);
    const env = { ...servers.env, ...noteTurns(directory) };
    const gateway = await startService('gateway', { env, core: SERVER_CORE });
    stops.push(gateway.stop);
    const stalls = await measureStalls({ gateway, directory, project, rounds: STALL_ROUNDS });
    const figures = stalls.map((rounds) => ({
      request: rounds[0].name,
      bytes: rounds[0].bytes,
      statuses: [...new Set(rounds.map(({ status }) => status))].join(),
      ms: median(rounds.map(({ ms }) => ms)),
    }));
    printTable(`longest turn of the event loop in CPU time, medians of ${STALL_ROUNDS}`, figures);
    const demands = figures.map(({ request, ms }) => ({
      name: `stall, ${request}`,
      value: ms,
      atMost: MOST_STALL_MS,
      unit: ' ms',
    }));
    return { budgets: printBudgets(demands), stalls: figures };
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

async function measure({ gateway, queues, key, directory, runs, seconds }, loads) {
  let serial = 1;
  const send = async (target, template) => {
    const templateFile = path.join(directory, 'template.json');
    await writeFile(templateFile, JSON.stringify(template));
    const job = { url: gateway.url + target, key, templateFile, connections: CONNECTIONS, seconds, from: serial };
    const before = cpuSeconds(gateway.pid);
    const result = await runJson(path.join(import.meta.dirname, '../support/load.mjs'), job, OTHER_CORE);
    serial = result.next;
    const cpuMicros = (1e6 * (cpuSeconds(gateway.pid) - before)) / result.ok;
    await queues.flushall('SYNC');
    return { ...result, cpuMicros };
  };
  const rows = loads.map((load) => ({ ...load, foreignRuns: [], nativeRuns: [] }));
  // The first round warms up.
  for (let run = 0; run <= runs; run += 1) {
    for (const row of rows) {
      const pair = [await send(row.path, row.foreign), await send('/api/envelope', row.native)];
      if (run === 0) continue;
      row.foreignRuns.push(pair[0]);
      row.nativeRuns.push(pair[1]);
    }
  }
  return rows;
}

function report(rows) {
  const figures = rows.map(({ name, events, foreignRuns, nativeRuns }) => ({
    load: name,
    events,
    bytes: foreignRuns[0].bytes,
    nativeBytes: nativeRuns[0].bytes,
    foreignMicros: median(foreignRuns.map(({ cpuMicros }) => cpuMicros)) / events,
    nativeMicros: median(nativeRuns.map(({ cpuMicros }) => cpuMicros)) / events,
    ratio: median(foreignRuns.map(({ cpuMicros }, run) => cpuMicros / nativeRuns[run].cpuMicros)),
    notOk: [...foreignRuns, ...nativeRuns].reduce((sum, { other }) => sum + other, 0),
  }));
  printTable(
    `${rows[0].foreignRuns.length} alternated runs, medians`,
    figures.map(({ load, events, bytes, nativeBytes, foreignMicros, nativeMicros, ratio, notOk }) => ({
      load,
      events,
      bytes,
      'native bytes': nativeBytes,
      'µs an event': short(foreignMicros),
      'native µs': short(nativeMicros),
      ratio: short(ratio),
      'not ok': notOk,
    })),
  );
  const budgets = printBudgets(
    figures.map(({ load, ratio }) => ({ name: `CPU ÷ native, ${load}`, value: ratio, atMost: MOST })),
  );
  return { budgets, loads: figures };
}
