/** Counts the bytes of all active jobs of a consumer against a budget. */
export interface ByteBudget {
  readonly acquire: (bytes: number) => void;
  readonly release: (bytes: number) => void;
}

/**
 * Returns a budget that reports when it is spent and when half of it is free again. The gap between the two keeps the
 * consumer from pausing and resuming at each job. A single job may exceed the budget.
 * @param budget bytes
 * @param onSpent called at each change, never twice in a row with the same value
 */
export function createByteBudget(budget: number, onSpent: (spent: boolean) => void): ByteBudget {
  let [used, spent] = [0, false];
  const change = (to: boolean): void => {
    if (to === spent) return;
    spent = to;
    onSpent(to);
  };
  return {
    acquire: (bytes) => {
      used += bytes;
      if (used >= budget) change(true);
    },
    release: (bytes) => {
      used -= bytes;
      if (used <= budget / 2) change(false);
    },
  };
}
