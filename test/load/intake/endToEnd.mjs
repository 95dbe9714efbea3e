// CPU of the whole system for an event: gateway, workers, PostgreSQL and Redis, from the request until the event is stored.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { startSystem } from '../endToEnd/system.mjs';
import { cpuByRole, openDepth } from '../endToEnd/watch.mjs';
import { runJson } from '../support/processes.mjs';
import { makeProjects, startServers } from '../support/servers.mjs';
import { median } from '../support/statistics.mjs';

const CONNECTIONS = 4;
/** A rate that the system sustains, so that nothing waits longer in one format than in the other. */
const EVENTS_PER_SECOND = 3_000;
const MOST_REQUESTS_PER_SECOND = 250;
const DRAIN_MS = 60_000;

/**
 * Sends each load in both formats in alternating runs, at the same rate.
 *
 * @param makeLoad makes a load of a project by its name
 * @returns {Promise<{ load: string, foreignMicros: Record<string, number>, nativeMicros: Record<string, number>, ratio: number }[]>}
 *   CPU of an event in microseconds, by role and for `all`; medians
 */
export async function measureEndToEnd({ directory, names, makeLoad, runs, seconds }) {
  const servers = await startServers(path.join(directory, 'whole'));
  const stops = [servers.stop];
  try {
    const [project] = await makeProjects(servers.env.DATABASE_URL, 1);
    const system = await startSystem({
      directory,
      env: { ...servers.env, MAX_EVENTS: '4000' },
      pids: { redis: servers.redis.pid, postgres: servers.postgres.pid },
    });
    stops.push(system.stop);
    const depth = await openDepth(servers.redis.url);
    stops.push(depth.close);
    const rows = names.map((name) => ({ load: makeLoad(name, project), foreign: [], native: [] }));
    const send = sender({ system, depth, directory, project, seconds });
    // The first round warms up.
    for (let run = 0; run <= runs; run += 1) {
      for (const { load, foreign, native } of rows) {
        const pair = [await send(load, load.path, load.foreign), await send(load, '/api/envelope', load.native)];
        if (run === 0) continue;
        foreign.push(pair[0]);
        native.push(pair[1]);
      }
    }
    return rows.map(summarize);
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

function sender({ system, depth, directory, project, seconds }) {
  let serial = 1_000_000;
  return async ({ events }, target, template) => {
    const templateFile = path.join(directory, 'whole.json');
    await writeFile(templateFile, JSON.stringify(template));
    const rate = Math.min(MOST_REQUESTS_PER_SECOND, Math.max(1, Math.round(EVENTS_PER_SECOND / events)));
    const url = `http://127.0.0.1:${system.port}${target}`;
    const job = { url, key: project.key, templateFile, connections: CONNECTIONS, seconds, rate, from: serial };
    const before = cpuByRole(system.pids);
    const { ok, next } = await runJson(path.join(import.meta.dirname, '../support/load.mjs'), job);
    await depth.untilEmpty(DRAIN_MS);
    serial = next;
    const after = cpuByRole(system.pids);
    const byRole = Object.keys(after).map((role) => [role, (1e6 * (after[role] - before[role])) / (ok * events)]);
    return { ...Object.fromEntries(byRole), all: byRole.reduce((sum, [, micros]) => sum + micros, 0) };
  };
}

const medians = (runs) =>
  Object.fromEntries(Object.keys(runs[0]).map((role) => [role, median(runs.map((run) => run[role]))]));

const summarize = ({ load, foreign, native }) => ({
  load: load.name,
  foreignMicros: medians(foreign),
  nativeMicros: medians(native),
  ratio: median(foreign.map(({ all }, run) => all / native[run].all)),
});
