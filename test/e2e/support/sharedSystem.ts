import { modeOfThisRun, sharedSystemVariable, startSystem } from './useSystem.js';

/** What the testkit marks the processes of a run with. */
const LEAK_VARIABLE = 'TEST_RUN_DIRECTORY';

let running: Promise<{ stop(): Promise<void> }> | undefined;

/** Starts the system that all test files of this run share, and tells them where it is through the environment. */
export async function startSharedSystem(): Promise<void> {
  // The system outlives the projects of this run that look for processes left behind by their own tests.
  const { [LEAK_VARIABLE]: leakMark } = process.env;
  Reflect.deleteProperty(process.env, LEAK_VARIABLE);
  const starting = startSystem(modeOfThisRun());
  running = starting;
  const { address } = await starting;
  if (leakMark !== undefined) process.env[LEAK_VARIABLE] = leakMark;
  process.env[sharedSystemVariable] = JSON.stringify(address);
}

/** Ends what `startSharedSystem` began. */
export async function stopSharedSystem(): Promise<void> {
  await (await running)?.stop();
}
