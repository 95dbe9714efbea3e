// The whole system: `npm start`'s two processes on a Redis (append-only file, every write on disk) and a PostgreSQL (synchronous commit)
// that are there, on the machine's cores together with their load generator.
import path from 'node:path';
import { noteLoopDelay } from '../support/loopDelay.mjs';
import { startStandalone } from '../support/standalone.mjs';

/**
 * Starts it.
 *
 * @param servers `{ directory, env, pids, … }`
 * @returns the same with its `port` and `adminUrl`, its processes among the `pids`, and `stop`
 */
export async function startSystem(servers) {
  const { directory, env, pids } = servers;
  const place = { dataDir: path.join(directory, 'data'), env: { ...env, ...noteLoopDelay(directory) } };
  const { port, adminUrl, stop, pids: own } = await startStandalone(place);
  return { ...servers, port, adminUrl, pids: { main: own.main, workers: own.workers, ...pids }, stop };
}

/** The system under test and its load generator. */
export const withLoad = (system, generator) => ({
  ...system,
  generator,
  pids: { ...system.pids, generator: generator.pid },
});
