// A layout of processes, and what a load costs each of them.
import { setTimeout as delay } from 'node:timers/promises';
import { startGenerator } from '../endToEnd/startGenerator.mjs';
import { countTypes, MIX } from '../endToEnd/events.mjs';
import { keeping } from '../support/keeping.mjs';
import { cpuSeconds, cpuSecondsOfTree, waitUntil } from '../support/processes.mjs';
import { makeProjects, startServers } from '../support/servers.mjs';
import { startService } from '../support/services.mjs';
import { sampleSum } from './sampleSum.mjs';

export const TYPES = ['exception', 'log', 'span', 'hit', 'replay'];
const WORKERS = TYPES.map((type) => `${type}s`);
const PROJECTS = 20;
const CONNECTIONS = 64;
/** V8 compiles code by how often it ran: each gateway takes so many batches of all types before anything is measured. */
const WARM = { batches: 4_000, seconds: 60 };
const BEFORE_SECONDS = 2;
const DRAIN_MS = 60_000;
/** Serials of different generators and loads must differ, or their batches are duplicates of each other. */
const SERIALS = 10_000_000;
let generators = 0;

/**
 * Starts `gateways` and one worker of each type on `shards` queue shards, and measures each of the loads.
 * @returns {Promise<import('./fit.mjs').Measured[]>}
 */
export const measureLayout = (directory, { gateways, shards, workerJobs, loads }, seconds) =>
  keeping(async (keep) => {
    const servers = await keep(startServers(directory));
    const jobs = workerJobs === undefined ? {} : { WORKER_JOBS: String(workerJobs) };
    const env = { ...servers.env, ...jobs, QUEUE_SHARDS: String(shards) };
    const keys = (await makeProjects(env.DATABASE_URL, PROJECTS)).map(({ key }) => key);
    const started = { gateways: [], workers: [], servers };
    for (let n = 0; n < gateways; n += 1) started.gateways.push(await keep(startService('gateway', { env })));
    for (const name of WORKERS) started.workers.push(await keep(startService(name, { env })));
    const { createDepthReader } = await import('../../../packages/queues/dist/index.js');
    const depth = createDepthReader({ url: env.REDIS_URL, shards });
    await keep(depth.start().then(() => ({ stop: () => depth.stop() })));
    await warmUp({ ...started, keys, depth });
    const measured = [await measureIdle(started, { gateways, shards, workers: WORKERS.length }, seconds)];
    for (const load of loads) {
      const one = await measureLoad({ ...started, keys, depth }, load, seconds);
      measured.push({ gateways, shards, workerJobs, workers: WORKERS.length, name: load.name, ...one });
      console.log(`  ${gateways} × ${shards}  ${load.name}: ${Math.round(one.total / one.sendSeconds)} events/s`);
    }
    return measured;
  });

async function measureIdle(started, layout, seconds) {
  const before = await readAll(started);
  await delay(seconds * 1_000);
  const after = await readAll(started);
  return { ...layout, name: 'idle', events: {}, total: 0, requests: 0, parts: 0, ...difference(before, after) };
}

const startSender = ({ keys }, { port }, kinds) =>
  startGenerator({
    port,
    keys,
    connections: CONNECTIONS,
    kinds,
    firstSerial: ++generators * SERIALS,
    variety: { users: 2_000, groups: 10, agents: 20 },
  });

const warmUp = ({ depth, ...started }) =>
  keeping(async (keep) => {
    for (const gateway of started.gateways) {
      const { run } = await keep(startSender(started, gateway, MIX));
      await run({ rate: 0, ...WARM });
    }
    await untilEmpty(depth);
  });

async function measureLoad({ keys, depth, ...started }, { kinds, perSecond }, seconds) {
  const share = perSecond / started.gateways.length;
  return keeping(async (keep) => {
    const senders = [];
    for (const gateway of started.gateways) senders.push(await keep(startSender({ keys }, gateway, kinds)));
    const send = (duration) => Promise.all(senders.map(({ run }) => run({ rate: share, seconds: duration })));
    await send(BEFORE_SECONDS);
    await untilEmpty(depth);
    const before = await readAll(started);
    const sent = await send(seconds);
    await untilEmpty(depth);
    const after = await readAll(started);
    const total = sent.reduce((sum, { processed }) => sum + processed, 0);
    if (total !== sent.reduce((sum, { sentEvents }) => sum + sentEvents, 0)) throw new Error('a batch was refused');
    const sendSeconds = Math.max(...sent.map(({ ranMs }) => ranMs)) / 1_000;
    const requests = total / kinds.length;
    const events = Object.fromEntries(Object.entries(countTypes(kinds)).map(([type, n]) => [type, n * requests]));
    const parts = requests * Object.keys(events).length;
    return { events, total, requests, parts, sendSeconds, bytes: sent[0].bytesOfBatch, ...difference(before, after) };
  });
}

const untilEmpty = (depth) =>
  waitUntil(
    async () => {
      const depths = await Promise.all(TYPES.map((type) => depth.read(type)));
      return depths.every(({ jobs }) => jobs === 0);
    },
    'the queues are empty',
    DRAIN_MS,
  );

/** CPU seconds by service, and how often each committed. */
async function readAll({ gateways, workers, servers }) {
  const texts = (processes) =>
    Promise.all(processes.map(async ({ adminUrl }) => (await fetch(`${adminUrl}/metrics`)).text()));
  const [ofGateways, ofWorkers] = [await texts(gateways), await texts(workers)];
  const sum = (list, name) => list.reduce((total, text) => total + sampleSum(text, name), 0);
  return {
    seconds: performance.now() / 1_000,
    gatewayCpu: gateways.reduce((total, { pid }) => total + cpuSeconds(pid), 0),
    workerCpu: workers.reduce((total, { pid }) => total + cpuSeconds(pid), 0),
    redisCpu: cpuSeconds(servers.redis.pid),
    postgresCpu: cpuSecondsOfTree(servers.postgres.pid),
    publishes: sum(ofGateways, 'sluice_publish_seconds_count'),
    publishSeconds: sum(ofGateways, 'sluice_publish_seconds_sum'),
    writes: sum(ofWorkers, 'sluice_worker_transaction_seconds_count'),
    writeSeconds: sum(ofWorkers, 'sluice_worker_transaction_seconds_sum'),
    jobs: sum(ofWorkers, 'sluice_queue_jobs_total'),
  };
}

const difference = (before, after) =>
  Object.fromEntries(Object.keys(after).map((name) => [name, after[name] - before[name]]));
