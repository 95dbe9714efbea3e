/**
 * Places where a crash hurts most. The build leaves out this file and every call of it, so that no product holds any;
 * tests run the sources instead.
 */
export type FailPointName =
  'after-charge' | 'within-publish' | 'after-publish' | 'before-commit' | 'after-commit' | 'between-finish-and-fetch';

/** `at-once`, or `soon`: when what was begun in this turn of the event loop was sent and is not answered. */
type Moment = 'at-once' | 'soon';

// eslint-disable-next-line no-restricted-properties -- whoever starts the process says where it dies; nothing hands it down
const armed = /^([a-z-]+)(?::(\d+))?$/.exec(process.env['FAIL_POINT'] ?? '');
const dieAt = Number(armed?.[2] ?? 1);
let passed = 0;

/**
 * Kills this process (SIGKILL: nothing is flushed, nobody is told) when it passes the place that `FAIL_POINT` names for
 * the n-th time: `after-charge`, or `after-charge:3`. Does nothing where that is unset or names another place.
 */
export function failPoint(name: FailPointName, moment: Moment = 'at-once'): void {
  if (armed?.[1] !== name) return;
  passed += 1;
  if (passed !== dieAt) return;
  const die = (): void => void process.kill(process.pid, 'SIGKILL');
  if (moment === 'soon') setImmediate(die);
  else die();
}
