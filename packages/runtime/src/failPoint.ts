/** Points at which the fault tests crash a process. */
type FailPointName =
  | 'after-charge'
  | 'within-publish'
  | 'after-publish'
  | 'before-commit'
  | 'after-commit'
  | 'between-finish-and-fetch'
  | 'alert-composed'
  | 'alert-sent';

/** `at-once`, or `soon`: after the commands of this turn of the event loop were sent and before they are answered. */
type FailPointMoment = 'at-once' | 'soon';

/** A module that Node imports before the program may set this property of `globalThis`; no setting does. */
type Hook = (name: FailPointName, moment: FailPointMoment) => void;
const HOOK = Symbol.for('sluice.failPoint');
const hook = (globalThis as { readonly [HOOK]?: Hook })[HOOK];

/** Tells the fault tests that the process has reached a point. Without their hook it does nothing. */
export function failPoint(name: FailPointName, moment: FailPointMoment = 'at-once'): void {
  hook?.(name, moment);
}
