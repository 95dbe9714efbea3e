import { readFileSync } from 'node:fs';

/** Keys of the composed script that finishes a job: BullMQ's 14, the shard's counts, and the queue's requeued jobs. */
export const FINISH_KEYS = 16;

/** Keys of the composed script that adds a job: BullMQ's 9, and the shard's fence. */
export const ADD_KEYS = 10;

/**
 * Returns the script that finishes a job and counts its events, around the source of BullMQ's `moveToFinished`.
 * @throws Error if shard-finish-16.lua has no marker line
 */
export const composeFinishScript = (moveToFinished: string): string =>
  compose('shard-finish-16.lua', '--@moveToFinished', moveToFinished);

/**
 * Returns the script that adds a job of a current epoch, around the source of BullMQ's `addStandardJob`.
 * @throws Error if shard-add-10.lua has no marker line
 */
export const composeAddScript = (addStandardJob: string): string =>
  compose('shard-add-10.lua', '--@addStandardJob', addStandardJob);

function compose(file: string, marker: string, body: string): string {
  const source = readFileSync(new URL(`./${file}`, import.meta.url), 'utf8');
  if (!source.includes(marker)) throw new Error(`${file} has no line ${marker}`);
  return source.replace(marker, () => body);
}
