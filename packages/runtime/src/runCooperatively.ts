/** Synchronous work that yields often, so that it can be interrupted. */
export type PausableTask<Result> = Generator<undefined, Result>;

interface QueuedTask {
  /** Works until `isOver`; returns whether the task is finished. */
  readonly goOn: (isOver: () => boolean) => boolean;
}

/** Time per round of the event loop that all tasks together may use, in milliseconds. */
const SLICE_MS = 20;

/** One queue per process, because the event loop is shared. */
const queue: QueuedTask[] = [];
let isSliceScheduled = false;

/**
 * Runs a task in slices between other work of the event loop. All tasks of the process share one slice per round, so
 * a round is delayed by at most 20 ms and the longest step between two yields, however many tasks wait. A task that
 * is not finished goes to the end of the queue. Rejects with what the task throws.
 */
export function runCooperatively<Result>(work: PausableTask<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    queue.push({
      goOn: (isOver) => {
        try {
          do {
            const step = work.next();
            if (step.done === true) {
              resolve(step.value);
              return true;
            }
          } while (!isOver());
          return false;
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
          return true;
        }
      },
    });
    scheduleSlice();
  });
}

/**
 * Runs a task at once for `ms` milliseconds: returns its result, or what `goOn` returns for a task that is not finished.
 * Throws what the task throws.
 */
export function runAtOnce<Result, Later>(
  work: PausableTask<Result>,
  ms: number,
  goOn: (rest: PausableTask<Result>) => Later,
): Result | Later {
  const endsAt = performance.now() + ms;
  do {
    const step = work.next();
    if (step.done === true) return step.value;
  } while (performance.now() < endsAt);
  return goOn(work);
}

/** Runs a task without a pause. Throws what it throws. */
export function runToEnd<Result>(work: PausableTask<Result>): Result {
  let step = work.next();
  while (step.done !== true) step = work.next();
  return step.value;
}

function scheduleSlice(): void {
  if (isSliceScheduled || queue.length === 0) return;
  isSliceScheduled = true;
  setImmediate(runSlice);
}

function runSlice(): void {
  isSliceScheduled = false;
  const endsAt = performance.now() + SLICE_MS;
  const isOver = (): boolean => performance.now() >= endsAt;
  do {
    const first = queue.shift();
    if (first?.goOn(isOver) === false) queue.push(first);
  } while (queue.length > 0 && !isOver());
  scheduleSlice();
}
