// Part "gateway": accepted batches a second on one core against a bare node:http + JSON.parse server on the same core,
// same batches, alternating within one run. Load generator, Redis and PostgreSQL share the other core.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { cpuSeconds, hasTaskset, runJson, startNode } from './processes.mjs';
import { startBackend } from './backend.mjs';
import { summarizeProfile } from './profile.mjs';

const SERVER_CORE = 0;
const OTHER_CORE = 1;
const here = import.meta.dirname;

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const spread = (values) => `${Math.min(...values).toFixed(0)}–${Math.max(...values).toFixed(0)}`;

/** @param {{ runs: number, seconds: number, profile: boolean }} options */
export async function benchGateway({ runs, seconds, profile }) {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'sluice-bench-'));
  const backend = await startBackend(directory, OTHER_CORE);
  const profileDirectory = profile ? directory : undefined;
  const gateway = await backend.startGateway(SERVER_CORE, profileDirectory);
  const bare = await startNode(path.join(here, 'bareServer.mjs'), SERVER_CORE);
  let serial = 1;
  const load = async (server, options = {}) => {
    const url = `${server.url}/api/envelope`;
    const job = { url, key: backend.key, seconds, connections: 32, rate: 0, from: serial, ...options };
    const before = cpuSeconds(server.pid);
    const result = await runJson(path.join(here, 'load.mjs'), job, OTHER_CORE);
    serial = result.next;
    return { ...result, cpuMicros: (1e6 * (cpuSeconds(server.pid) - before)) / result.ok };
  };
  try {
    const reference = { url: `http://127.0.0.1:${bare.port}`, pid: bare.pid };
    await load(gateway, { seconds: 2 });
    await load(reference, { seconds: 2 });
    const rows = [];
    for (let run = 0; run < runs; run += 1) {
      const ours = await load(gateway);
      await backend.emptyQueues();
      rows.push({ ours, bare: await load(reference) });
    }
    const rate = median(rows.map(({ ours }) => ours.perSecond)) / 2;
    const half = await load(gateway, { rate: Math.floor(rate) });
    return report(rows, half);
  } finally {
    await bare.stop();
    await gateway.stop();
    if (profileDirectory !== undefined) console.log(await summarizeProfile(profileDirectory));
    await backend.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

function report(rows, half) {
  const ours = rows.map((row) => row.ours.perSecond);
  const bare = rows.map((row) => row.bare.perSecond);
  const ratios = rows.map((row) => row.ours.perSecond / row.bare.perSecond);
  const refused = rows.reduce((sum, row) => sum + row.ours.other + row.bare.other, 0);
  console.log(
    `batches of 20 events, ${rows[0].ours.bytes} bytes, 32 connections, one core${hasTaskset ? '' : ' (NOT pinned: no taskset)'}`,
  );
  console.log(
    `bare node:http + JSON.parse  ${median(bare).toFixed(0)}/s (${spread(bare)})  p99 ${median(rows.map((r) => r.bare.p99))} ms`,
  );
  console.log(
    `gateway, accepted            ${median(ours).toFixed(0)}/s (${spread(ours)})  p99 ${median(rows.map((r) => r.ours.p99))} ms`,
  );
  console.log(
    `ratio                        ${median(ratios).toFixed(3)} (${ratios.map((r) => r.toFixed(3)).join(', ')})`,
  );
  console.log(`gateway at half load         ${half.perSecond.toFixed(0)}/s  p50 ${half.p50} ms  p99 ${half.p99} ms`);
  const cpu = (side) => median(rows.map((row) => row[side].cpuMicros));
  console.log(
    `CPU of the server            bare ${cpu('bare').toFixed(0)} µs, gateway ${cpu('ours').toFixed(0)} µs a batch (${(cpu('bare') / cpu('ours')).toFixed(3)})`,
  );
  if (refused > 0) console.log(`NOT CLEAN: ${refused} answers were not 2xx`);
  return {
    part: 'gateway',
    ratio: median(ratios),
    ratios,
    oursPerSecond: ours,
    barePerSecond: bare,
    halfLoad: { perSecond: half.perSecond, p50Ms: half.p50, p99Ms: half.p99 },
    cpuMicros: { gateway: cpu('ours'), bare: cpu('bare') },
    notOk: refused,
  };
}
