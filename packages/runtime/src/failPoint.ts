/** Points at which tests crash a process. The build removes this file and its calls; tests run the sources. */
export type FailPointName =
  'after-charge' | 'within-publish' | 'after-publish' | 'before-commit' | 'after-commit' | 'between-finish-and-fetch';

/** `at-once`, or `soon`: after commands of this turn of the event loop have been sent and before they are answered. */
type Moment = 'at-once' | 'soon';

// eslint-disable-next-line no-restricted-properties -- a test sets it for the process; it is not a setting
const armed = /^([a-z-]+)(?::(\d+))?$/.exec(process.env['FAIL_POINT'] ?? '');
const dieAt = Number(armed?.[2] ?? 1);
let passed = 0;

/**
 * Kills this process (SIGKILL: nothing is flushed) when it passes the point that `FAIL_POINT` names for the n-th time:
 * `after-charge`, or `after-charge:3`. Otherwise does nothing.
 */
export function failPoint(name: FailPointName, moment: Moment = 'at-once'): void {
  if (armed?.[1] !== name) return;
  passed += 1;
  if (passed !== dieAt) return;
  const die = (): void => void process.kill(process.pid, 'SIGKILL');
  if (moment === 'soon') setImmediate(die);
  else die();
}
