// One overload of the whole set: capacity first, then a multiple of it, then nothing, until all that was accepted is stored.
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { checkAccount } from '../endToEnd/account.mjs';
import { readLags } from '../endToEnd/lag.mjs';
import { openDepth, watch } from '../endToEnd/watch.mjs';
import { startChild } from '../support/askChild.mjs';
import { keeping } from '../support/keeping.mjs';
import { COMMIT_TIMES, makeProjects, startServers, withDatabase } from '../support/servers.mjs';
import { startStandalone } from '../support/standalone.mjs';

const CONNECTIONS = 256;
const PROJECTS = 50;
const WARM_SECONDS = 3;
const DRAIN_MS = 900_000;
const WINDOWS = 6;
/** A flag that was raised falls after its low mark's hold time; the next load must not meet it. */
const SETTLE_MS = 6_000;

/** @param {{ factor: number, seconds: number, capacity: number, capacitySeconds: number }} plan a capacity of 0 is measured */
export const overload = (directory, plan) =>
  keeping(async (keep) => {
    const servers = await keep(startServers(directory, { postgresSettings: COMMIT_TIMES }));
    const { DATABASE_URL: url, REDIS_URL: redisUrl } = servers.env;
    const projects = await makeProjects(url, PROJECTS);
    const system = await keep(startStandalone({ dataDir: path.join(directory, 'data'), env: servers.env }));
    const depth = await keep(openDepth(redisUrl));
    const { seconds } = plan;
    const bucketMs = Math.max(1_000, Math.round((1_000 * seconds) / 36));
    const job = { port: system.port, keys: projects.map(({ key }) => key), connections: CONNECTIONS, bucketMs };
    const load = await keep(startChild(path.join(import.meta.dirname, 'generator.mjs'), job));
    const { main, workers } = system.pids;
    const pids = { main, workers, postgres: servers.postgres.pid, redis: servers.redis.pid, load: load.pid };
    await storeAll(load, depth, WARM_SECONDS);
    const capacity = plan.capacity || (await storeAll(load, depth, plan.capacitySeconds));
    await delay(SETTLE_MS);
    const during = await press({ load, depth, pids, url }, { rate: plan.factor * capacity, seconds, capacity });
    const { ledger } = await load.ask({ ledger: true });
    const account = await withDatabase(url, (db) => checkAccount(db, projects, ledger));
    return { capacity, capacityMeasured: plan.capacity === 0, ...during, account };
  });

/** As many as the connections carry, for some seconds. @returns events per second, the time counted in which the rest was stored */
async function storeAll(load, depth, seconds) {
  const startedAt = performance.now();
  const { buckets } = await load.ask({ rate: 0, seconds });
  await depth.untilEmpty(DRAIN_MS);
  return (1_000 * sumOf(buckets, 'processed')) / (performance.now() - startedAt);
}

const sumOf = (buckets, field) =>
  buckets.flatMap(({ types }) => Object.values(types)).reduce((sum, cell) => sum + cell[field], 0);

async function press({ load, depth, pids, url }, { rate, seconds, capacity }) {
  const watching = watch(depth, pids);
  const fromMs = Date.now();
  const sent = await load.ask({ rate, seconds });
  const left = await depth.read();
  const stoppedAt = performance.now();
  await depth.untilEmpty(DRAIN_MS);
  const drainSeconds = (performance.now() - stoppedAt) / 1_000;
  const samples = await watching.stop();
  const windowMs = (1_000 * seconds) / WINDOWS;
  const lags = await withDatabase(url, async (db) => {
    const windows = [];
    for (let n = 0; n < WINDOWS; n += 1) {
      const from = fromMs + n * windowMs;
      const byTable = await readLags(db, Math.round(from), Math.round(from + windowMs));
      windows.push({ at: Math.round((n * windowMs) / 1_000), byTable });
    }
    return windows;
  });
  return {
    offeredPerSecond: rate,
    sentPerSecond: (1_000 * sumOf(sent.buckets, 'sent')) / sent.ranMs,
    acceptedPerSecond: (1_000 * sumOf(sent.buckets, 'processed')) / sent.ranMs,
    droppedEvents: sent.droppedEvents,
    unavailableEvents: sumOf(sent.buckets, 'unavailable'),
    lostEvents: sumOf(sent.buckets, 'lost'),
    buckets: sent.buckets,
    leftEvents: left.events,
    impliedSeconds: left.events / capacity,
    drainSeconds,
    lags,
    samples,
  };
}
