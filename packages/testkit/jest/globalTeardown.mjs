import { endLeftProcesses } from './run.mjs';

/** Stops the shared PostgreSQL. Fails the run when a test left a process behind, and ends that process. */
export default async function globalTeardown() {
  const run = globalThis.sluiceTestRun;
  if (run === undefined) return;
  delete globalThis.sluiceTestRun;
  await run.stop();
  const left = await endLeftProcesses(run.directory);
  if (left.length > 0) throw new Error(`Tests left processes running (ended now):\n${left.join('\n')}`);
}
