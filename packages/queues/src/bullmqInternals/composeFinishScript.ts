import { readFileSync } from 'node:fs';

/** Keys of the composed script: BullMQ's 14, the shard's counts, and the queue's requeued jobs. */
export const FINISH_KEYS = 16;

const SOURCE = readFileSync(new URL('./shard-finish-16.lua', import.meta.url), 'utf8');
const BODY = '--@moveToFinished';

/**
 * Returns the script that finishes a job and counts its events, around the source of BullMQ's `moveToFinished`.
 * @throws Error if shard-finish-16.lua has no marker line
 */
export function composeFinishScript(moveToFinished: string): string {
  if (!SOURCE.includes(BODY)) throw new Error(`shard-finish-16.lua has no line ${BODY}`);
  return SOURCE.replace(BODY, () => moveToFinished);
}
