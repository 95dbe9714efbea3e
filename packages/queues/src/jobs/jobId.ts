import { randomBytes } from 'node:crypto';

const PROCESS = randomBytes(6).toString('hex');
let made = 0;

/**
 * A job id that was never used: `<ms, base 36>-<process><number>`. BullMQ refuses ids with a colon or of digits alone.
 * It holds its time of publishing, so that the age of a queue is read from ids.
 */
export function newJobId(nowMs: number): string {
  made += 1;
  return `${nowMs.toString(36)}-${PROCESS}${made.toString(36)}`;
}

/** When a job was published, milliseconds since 1970; `undefined` where the id is none of ours. */
export function timeOfJobId(id: string): number | undefined {
  const match = /^([0-9a-z]{1,10})-/.exec(id);
  return match?.[1] === undefined ? undefined : parseInt(match[1], 36);
}
