import { readFileSync } from 'node:fs';

/** Keys of the composed script: BullMQ's 14 and the lane's counts. */
export const FINISH_KEYS = 15;

const SOURCE = readFileSync(new URL('../scripts/lane-finish-15.lua', import.meta.url), 'utf8');
const BODY = '--@moveToFinished';

/** The script that finishes a job and counts its events, around the source of BullMQ's `moveToFinished`. */
export function composeFinishScript(moveToFinished: string): string {
  if (!SOURCE.includes(BODY)) throw new Error(`lane-finish-15.lua has lost its line ${BODY}`);
  return SOURCE.replace(BODY, () => moveToFinished);
}
