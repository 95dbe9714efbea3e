/** Counts the active jobs of a consumer, or their bytes, against a budget. */
export interface Budget {
  readonly acquire: (amount: number) => void;
  readonly release: (amount: number) => void;
}

/**
 * Returns a budget that reports when it is spent and when half of it is free again. The gap between the two keeps the
 * consumer from pausing and resuming at each job. A single job may exceed the budget.
 * @param budget bytes or jobs
 * @param onSpent called at each change, never twice in a row with the same value
 */
export function createBudget(budget: number, onSpent: (spent: boolean) => void): Budget {
  let [used, spent] = [0, false];
  const change = (to: boolean): void => {
    if (to === spent) return;
    spent = to;
    onSpent(to);
  };
  return {
    acquire: (amount) => {
      used += amount;
      if (used >= budget) change(true);
    },
    release: (amount) => {
      used -= amount;
      if (used <= budget / 2) change(false);
    },
  };
}
