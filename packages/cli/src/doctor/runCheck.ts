import { messageOf } from '@sluice/runtime';
import { fail, type Finding } from './finding.js';

/** Deadline of a check in milliseconds. Statements of healthy systems of any size take less. */
const DEADLINE_MS = 20_000;

/**
 * Returns the findings of a check. One that fails, or has no result by its deadline, is a finding, too: a server that accepts
 * connections and does not answer must not hold up the other checks.
 * @param deadlineMs milliseconds
 */
export async function runCheck(
  name: string,
  check: () => Promise<readonly Finding[]>,
  deadlineMs = DEADLINE_MS,
): Promise<readonly Finding[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<readonly Finding[]>((resolve) => {
    const seconds = deadlineMs / 1_000;
    const advice = 'The server accepts connections but does not answer: look at its load, locks and log, then repeat';
    timer = setTimeout(() => resolve([fail(name, `no result within ${seconds} s`, advice)]), deadlineMs);
  });
  try {
    return await Promise.race([check(), late]);
  } catch (error) {
    return [fail(name, `check failed: ${messageOf(error)}`, 'See the findings above')];
  } finally {
    clearTimeout(timer);
  }
}
