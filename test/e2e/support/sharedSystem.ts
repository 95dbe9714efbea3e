import { modeOfThisRun, sharedSystemVariable, startSystem } from './startSystem.js';

/** The variable with which the testkit marks the processes of a run. */
const LEAK_VARIABLE = 'TEST_RUN_DIRECTORY';

let running: Promise<{ stop(): Promise<void> }> | undefined;

/** Starts the system that all test files of this run share, and passes its address to them through the environment. */
export async function startSharedSystem(): Promise<void> {
  // The system outlives projects of this run that check for processes left behind by their tests.
  const { [LEAK_VARIABLE]: leakMark } = process.env;
  Reflect.deleteProperty(process.env, LEAK_VARIABLE);
  const starting = startSystem(modeOfThisRun());
  running = starting;
  const { address } = await starting;
  if (leakMark !== undefined) process.env[LEAK_VARIABLE] = leakMark;
  process.env[sharedSystemVariable] = JSON.stringify(address);
}

/** Stops the system of `startSharedSystem`. */
export async function stopSharedSystem(): Promise<void> {
  await (await running)?.stop();
}
