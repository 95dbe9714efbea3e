/** The bytes of all jobs that a consumer holds, against a budget. */
export interface HeldBytes {
  readonly add: (bytes: number) => void;
  readonly remove: (bytes: number) => void;
}

/**
 * Tells when the budget is spent and when half of it is free again: not at each job, because taking jobs is paused and
 * resumed by it. A single job larger than the budget is held, alone.
 * @param onSpent called with every change, never twice with the same value
 */
export function createHeldBytes(budget: number, onSpent: (spent: boolean) => void): HeldBytes {
  let [held, spent] = [0, false];
  const change = (to: boolean): void => {
    if (to === spent) return;
    spent = to;
    onSpent(to);
  };
  return {
    add: (bytes) => {
      held += bytes;
      if (held >= budget) change(true);
    },
    remove: (bytes) => {
      held -= bytes;
      if (held <= budget / 2) change(false);
    },
  };
}
