// The highest rate that a whole system keeps up with, and then that rate for long: `npm start`'s two processes, Redis (append-only file,
// every write on disk), PostgreSQL (synchronous commit) and the load generator, all on the machine's cores together.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { checkAccount } from './account.mjs';
import { readLags } from './lag.mjs';
import { makeProjects, startServers } from './servers.mjs';
import { startGenerator } from './startGenerator.mjs';
import { stepSearch } from './stepSearch.mjs';
import { cpuByRole, openDepth, watch } from './watch.mjs';

/** What holds: the lag's 99th percentile below the budget, nothing refused, nothing that could not be sent in time. */
const LAG_MS = 2_000;
const UNSENT_SHARE = 0.01;
const DRAIN_MS = 180_000;
const WARM_UP = { share: 0.5, seconds: 5 };
/** What did not hold for long is tried once more, this much lower. */
const SECOND_TRY = 0.9;

/** @param load `{ kinds, variety, projects, connections }` @param plan `{ start, factor, halvings, most, stepSeconds, seconds }` */
export async function sustain(directory, load, plan) {
  const servers = await startServers(directory);
  const system = await startSystem(servers, load).catch(async (error) => {
    await servers.stop();
    throw error;
  });
  try {
    await attempt(system, WARM_UP.share * plan.start, WARM_UP.seconds);
    const steps = [];
    const found = await stepSearch(plan, async (rate) => {
      const step = await attempt(system, rate, plan.stepSeconds);
      steps.push(step);
      console.log(stepLine(step));
      return step.holds;
    });
    const long = await runLong(system, found, plan.seconds);
    const account = await checkAccount(servers.db, system.projects, await system.generator.ledger());
    // Where no step failed, what was found is the end of the search and not what the system can do.
    const isCeiling = found > 0 && steps.every(({ holds }) => holds);
    return { found, isCeiling, steps: steps.map(withoutSamples), long, account };
  } finally {
    await system.stop();
    await servers.stop();
  }
}

async function runLong(system, rate, seconds) {
  if (rate === 0) return undefined;
  const first = await attempt(system, rate, seconds);
  console.log(stepLine(first));
  if (first.holds) return first;
  const second = await attempt(system, SECOND_TRY * rate, seconds);
  console.log(stepLine(second));
  return { ...second, before: withoutSamples(first) };
}

const withoutSamples = (step) => {
  const kept = { ...step };
  delete kept.samples;
  return kept;
};

async function startSystem(servers, load) {
  const projects = await makeProjects(servers.db, load.projects);
  const standalone = await servers.startStandalone();
  const undo = [standalone.stop];
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const { pids } = JSON.parse(await readFile(path.join(standalone.dataDir, 'runtime.json'), 'utf8'));
    const depth = await openDepth(servers.redisUrl);
    undo.push(depth.close);
    const { kinds, variety, connections } = load;
    const keys = projects.map(({ key }) => key);
    const generator = await startGenerator({ port: standalone.port, keys, connections, kinds, variety });
    undo.push(generator.stop);
    const roles = { main: pids.main, workers: pids.workers, ...servers.pids, generator: generator.pid };
    return { servers, projects, depth, generator, pids: roles, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** One rate for some seconds, and then until everything is stored. */
async function attempt({ servers, depth, generator, pids }, rate, seconds) {
  const watching = watch(depth, pids);
  const [cpuBefore, fromMs] = [cpuByRole(pids), Date.now()];
  const sent = await generator.run({ rate, seconds });
  const cpu = cpuByRole(pids);
  const left = await depth.read();
  const endedAt = performance.now();
  await depth.untilEmpty(DRAIN_MS);
  const drainedMs = performance.now() - endedAt;
  const cpuStored = cpuByRole(pids);
  const samples = await watching.stop();
  const lags = await readLags(servers.db, fromMs, Date.now());
  const all = lags.find(({ table }) => table === 'all');
  const refused = Object.entries(sent.statuses).reduce((sum, [status, n]) => sum + (status === '202' ? 0 : n), 0);
  const isSent = sent.unsentEvents <= UNSENT_SHARE * sent.sentEvents;
  const isWhole = refused === 0 && sent.lost === 0 && sent.processed === sent.sentEvents;
  return {
    offered: Math.round(rate),
    perSecond: sent.perSecond,
    holds: isSent && isWhole && all.p99Ms < LAG_MS,
    lagP50Ms: all.p50Ms,
    lagP99Ms: all.p99Ms,
    lags,
    answerP50Ms: sent.answerP50Ms,
    answerP99Ms: sent.answerP99Ms,
    bytesOfBatch: sent.bytesOfBatch,
    unsentEvents: sent.unsentEvents,
    notStored: sent.sentEvents - all.events,
    refused,
    lost: sent.lost,
    leftEvents: left.events,
    drainedMs,
    cpuMicrosPerEvent: perEvent(cpuBefore, cpuStored, sent.processed),
    coresUsed: coresUsed(cpuBefore, cpu, sent.ranMs),
    samples,
  };
}

const perEvent = (before, after, events) =>
  Object.fromEntries(Object.keys(after).map((role) => [role, (1e6 * (after[role] - before[role])) / events]));

const coresUsed = (before, after, ms) =>
  Object.keys(after).reduce((sum, role) => sum + after[role] - before[role], 0) / (ms / 1_000);

function stepLine({
  offered,
  perSecond,
  holds,
  lagP50Ms,
  lagP99Ms,
  answerP99Ms,
  leftEvents,
  coresUsed: cores,
  refused,
  unsentEvents,
}) {
  const verdict = holds ? 'holds' : 'does not hold';
  const problems = refused + unsentEvents > 0 ? `, ${refused} batches refused, ${unsentEvents} events unsent` : '';
  return `${offered}/s offered: ${Math.round(perSecond)}/s accepted, lag p50 ${lagP50Ms} p99 ${lagP99Ms} ms, answer p99 ${answerP99Ms?.toFixed(0)} ms, ${leftEvents} left, ${cores.toFixed(2)} cores: ${verdict}${problems}`;
}
