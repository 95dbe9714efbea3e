// Part "gateway": accepted batches per second on one core against a bare node:http + JSON.parse server on the same core, same
// batches, alternating within one run. Load generator, Redis and PostgreSQL share the other core.
import path from 'node:path';
import { Redis } from 'ioredis';
import { cpuSeconds, runJson, startNode } from '../support/processes.mjs';
import { summarizeProfile } from '../support/profile.mjs';
import { makeProjects, startServers } from '../support/servers.mjs';
import { startService } from '../support/services.mjs';
import { withDirectory } from '../support/temporary.mjs';
import { CASES, MAIN_CASE } from './cases.mjs';
import { reportGateway } from './report.mjs';

const SERVER_CORE = 0;
const OTHER_CORE = 1;
/** V8 compiles code by how often it ran, so warming up takes a number of batches, not a time. */
const WARM = { batches: 8_000, seconds: 2, rounds: 10 };
/** Minimum duration at half load, in seconds: a p99 needs enough samples. */
const HALF_LOAD_SECONDS = 5;

export const part = {
  name: 'gateway',
  summary: 'accepted batches/s on one core ÷ bare node:http + JSON.parse on the same core',
  isShort: true,
  defaults: { runs: 5, seconds: 5, cases: 'all', profile: false },
  run: benchGateway,
};

function chosenCases(cases) {
  const wanted = cases === 'all' ? CASES.map(({ name }) => name) : cases.split(',');
  const chosen = CASES.filter(({ name }) => wanted.includes(name));
  if (chosen.length !== wanted.length) throw new Error(`--cases: choose of ${CASES.map(({ name }) => name).join(',')}`);
  return chosen;
}

function benchGateway({ runs, seconds, cases, profile }) {
  const chosen = chosenCases(cases);
  return withDirectory(async (directory) => {
    const servers = await startServers(directory, { core: OTHER_CORE });
    const stops = [servers.stop];
    try {
      const [{ key }] = await makeProjects(servers.env.DATABASE_URL, 1);
      const profileDirectory = profile ? directory : undefined;
      const ours = await startService('gateway', { env: servers.env, core: SERVER_CORE, profileDirectory });
      stops.push(ours.stop);
      const bare = await startNode(path.join(import.meta.dirname, 'bareServer.mjs'), { core: SERVER_CORE });
      stops.push(bare.stop);
      const queues = new Redis(servers.redis.url);
      stops.push(async () => queues.disconnect());
      const measured = await measure({ ours, bare, key, queues, redisPid: servers.redis.pid, runs, seconds }, chosen);
      // A profile is written when its process ends.
      await stops.splice(1, 1)[0]();
      const places = profile ? await summarizeProfile(directory) : [];
      return reportGateway(measured, places);
    } finally {
      for (const stop of stops.reverse()) await stop();
    }
  });
}

/** Runs all cases once, then again, so that disturbances of the machine affect all. */
async function measure({ ours, bare, key, queues, redisPid, runs, seconds }, cases) {
  let serial = 1;
  const load = async (server, options) => {
    const job = { url: `${server.url}/api/envelope`, key, seconds, from: serial, ...options };
    const [before, redisBefore] = [cpuSeconds(server.pid), cpuSeconds(redisPid)];
    const result = await runJson(path.join(import.meta.dirname, '../support/load.mjs'), job, OTHER_CORE);
    serial = result.next;
    const [cpu, redisCpu] = [cpuSeconds(server.pid) - before, cpuSeconds(redisPid) - redisBefore];
    // Drops queued jobs and records, so that a run does not pay for the one before it.
    await queues.flushall('SYNC');
    return {
      ...result,
      cpuMicros: (1e6 * cpu) / result.ok,
      redisMicros: (1e6 * redisCpu) / result.ok,
      busy: cpu / result.seconds,
    };
  };
  for (const server of [ours, bare]) {
    let done = 0;
    for (let round = 0; done < WARM.batches && round < WARM.rounds; round += 1) {
      done += (await load(server, { ...MAIN_CASE.load, seconds: WARM.seconds })).ok;
    }
  }
  const rows = cases.map((one) => ({ ...one, ours: [], bare: [] }));
  for (let run = 0; run < runs; run += 1) {
    for (const row of rows) {
      row.ours.push(await load(ours, row.load));
      row.bare.push(await load(bare, row.load));
    }
  }
  const capacity = Math.min(
    ...(rows.find(({ name }) => name === MAIN_CASE.name) ?? rows[0]).ours.map((one) => one.perSecond),
  );
  const half = { ...MAIN_CASE.load, rate: Math.floor(capacity / 2), seconds: Math.max(seconds, HALF_LOAD_SECONDS) };
  const halves = [];
  for (let run = 0; run < runs; run += 1) halves.push(await load(ours, half));
  return { rows, halves };
}
