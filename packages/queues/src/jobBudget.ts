/** The part of a consumer that acquires the jobs of one queue shard. */
export interface JobHolder {
  /** Number of jobs that it has or is fetching. */
  readonly held: number;
  /** Whether it is not fetching although its queue is not known to be empty. */
  readonly wants: boolean;
  /** Makes it fetch if {@link JobBudget.limitOf} permits. */
  readonly wake: () => void;
}

/**
 * The jobs that all queue shards of a consumer may hold together.
 *
 * Invariants:
 * - All holders together have no more than `jobs`, or one each if they are more. A holder without a job counts as one, so
 *   that it can always fetch: no queue shard waits for the jobs of another one.
 * - A holder alone may have all jobs except the one that is reserved for each of the others.
 * - While the budget is spent, a job that ends makes room for a holder with fewer jobs that wants one, so full shards
 *   converge to equal numbers.
 */
export interface JobBudget {
  /** Adds a holder. Calls `start` as soon as there is room for its first job, which may be at once. */
  readonly add: (holder: JobHolder, start: () => void) => void;
  readonly remove: (holder: JobHolder) => void;
  /** Returns a limit for the next step of a holder: it may fetch a job if it has fewer, and replace one that ends if it has no more. */
  readonly limitOf: (holder: JobHolder) => number;
  /** To be called after a holder's job ended and was not replaced. */
  readonly released: () => void;
}

/** Returns a budget without holders. */
export function createJobBudget(jobs: number): JobBudget {
  const holders = new Set<JobHolder>();
  const starts = new Map<JobHolder, () => void>();
  const room = (): number => {
    let free = Math.max(jobs, holders.size);
    for (const { held } of holders) free -= Math.max(1, held);
    return free;
  };
  /** Number of holders that have fewer jobs than `held`, and want more: free places are theirs. */
  const holdersBelow = (held: number): number => {
    let count = 0;
    for (const holder of holders) if (holder.wants && holder.held < held) count += 1;
    return count;
  };
  const limitOf = (held: number): number => {
    const free = room();
    if (free > holdersBelow(held)) return held + 1;
    return free >= holdersBelow(held - 1) ? held : held - 1;
  };
  const startThatFit = (): void => {
    if (starts.size === 0 || room() < 0) return;
    const ready = [...starts.values()];
    starts.clear();
    for (const start of ready) start();
  };
  return {
    add: (holder, start) => {
      holders.add(holder);
      starts.set(holder, start);
      startThatFit();
    },
    remove: (holder) => {
      holders.delete(holder);
      starts.delete(holder);
      startThatFit();
    },
    limitOf: ({ held }) => Math.max(1, limitOf(held)),
    released: () => {
      startThatFit();
      let emptiest: JobHolder | undefined;
      for (const holder of holders) {
        if (holder.wants && (emptiest === undefined || holder.held < emptiest.held)) emptiest = holder;
      }
      if (emptiest !== undefined && room() > 0) emptiest.wake();
    },
  };
}
