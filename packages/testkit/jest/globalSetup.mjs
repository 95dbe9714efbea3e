import { startRun } from './run.mjs';

/** Starts the PostgreSQL that all test files of this run share. */
export default async function globalSetup() {
  globalThis.sluiceTestRun = await startRun();
}
