import { setTimeout as delay } from 'node:timers/promises';
import { type Database, withTaskLock, RefusalError } from '@sluice/db';

const TURN_MS = 120_000;
const POLL_MS = 100;

/**
 * Runs `work` while no process runs a task of housekeeping; a run that becomes due meanwhile is skipped.
 * @throws one sentence if the task runs for two minutes
 */
export async function holdTask<T>(db: Database, task: string, work: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + TURN_MS;
  let result: { readonly value: T } | undefined;
  const run = async (): Promise<void> => {
    result = { value: await work() };
  };
  while (!(await withTaskLock(db, task, run))) {
    if (Date.now() > deadline) {
      throw new RefusalError(
        `the task ${task} of housekeeping has been running for two minutes; try again when it has ended`,
      );
    }
    await delay(POLL_MS);
  }
  if (result === undefined) throw new Error(`the work during the task ${task} has no result`);
  return result.value;
}
