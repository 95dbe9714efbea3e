import { modeOfThisRun, sharedSystemVariable, startSystem } from './useSystem.js';

let running: Promise<{ stop(): Promise<void> }> | undefined;

/** Starts the system that all test files of this run share, and tells them where it is through the environment. */
export async function startSharedSystem(): Promise<void> {
  const starting = startSystem(modeOfThisRun());
  running = starting;
  const { address } = await starting;
  process.env[sharedSystemVariable] = JSON.stringify(address);
}

/** Ends what `startSharedSystem` began. */
export async function stopSharedSystem(): Promise<void> {
  await (await running)?.stop();
}
