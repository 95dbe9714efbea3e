import { randomBytes } from 'node:crypto';

const PROCESS = randomBytes(6).toString('hex');
let made = 0;

/**
 * Returns a unique job id: `<ms, base 36>-<process><number>`. It contains the time of publishing, so that the age of a
 * queue is readable from ids alone. BullMQ rejects ids with a colon and ids that are integers.
 */
export function newJobId(nowMs: number): string {
  made += 1;
  return `${nowMs.toString(36)}-${PROCESS}${made.toString(36)}`;
}

/** When a job was published, milliseconds since 1970; `undefined` for an id of another format. */
export function timeOfJobId(id: string): number | undefined {
  const match = /^([0-9a-z]{1,10})-/.exec(id);
  return match?.[1] === undefined ? undefined : parseInt(match[1], 36);
}
