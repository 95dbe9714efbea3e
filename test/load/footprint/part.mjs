// Part "footprint". START HERE: memory, disk and Redis bytes, time to ready, size of an installation.
import path from 'node:path';
import { makeProjects } from '../support/servers.mjs';
import { startStandalone } from '../support/standalone.mjs';
import { withDirectory } from '../support/temporary.mjs';
import { reportFootprint } from './report.mjs';

const PROJECTS = 10;

export const part = {
  name: 'footprint',
  summary: 'memory idle and loaded, bytes of a stored and of a queued event, time to ready, size of an installation',
  isShort: true,
  defaults: { runs: 5, idleSeconds: 30, seconds: 30, rate: 12_000, events: 20_000 },
  run: benchFootprint,
};

/** `runs` are of the time to ready; `rate` and `seconds` of the load, `events` of each type for the bytes. */
async function benchFootprint({ runs, idleSeconds, seconds, rate, events }) {
  const { measureInstall } = await import('./installSize.mjs');
  const { measureQueued } = await import('./queued.mjs');
  const { measureReady } = await import('./readyTimes.mjs');
  const ready = await withDirectory((directory) => measureReady(directory, runs));
  const running = await withDirectory((directory) => measureRunning(directory, { idleSeconds, seconds, rate, events }));
  const queued = await withDirectory((directory) => measureQueued(directory, events));
  return reportFootprint({ ready, ...running, queued, install: await measureInstall() });
}

/** Everything that is measured of one running copy, in the order in which it grows. */
async function measureRunning(directory, { idleSeconds, seconds, rate, events }) {
  const { openDepth } = await import('../endToEnd/watch.mjs');
  const { measureDisk } = await import('./disk.mjs');
  const { measureIdle, measureLoaded } = await import('./memory.mjs');
  const system = await startStandalone({ dataDir: path.join(directory, 'data') });
  try {
    const idle = await measureIdle(system, idleSeconds);
    const projects = await makeProjects(system.databaseUrl, PROJECTS);
    const depth = await openDepth(system.redisUrl);
    try {
      const target = { ...system, keys: projects.map(({ key }) => key), depth };
      const disk = await measureDisk(target, events);
      const loaded = await measureLoaded(target, { rate, seconds });
      return { idle, disk, loaded };
    } finally {
      await depth.close();
    }
  } finally {
    await system.stop();
  }
}
