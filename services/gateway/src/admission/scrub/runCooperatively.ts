/** Work that can pause: it yields where it may, and never takes long between. */
export type PausableTask<Result> = Generator<undefined, Result>;

interface QueuedTask {
  /** Works until `isOver`; whether it is finished. */
  readonly goOn: (isOver: () => boolean) => boolean;
}

/** How long one round of the event loop is worked on, in milliseconds. */
const SLICE_MS = 20;

/** The event loop is one for the process: so is the line of those who wait for it. */
const queue: QueuedTask[] = [];
let isSliceScheduled = false;

/**
 * Does the work in turns, one for each round of the event loop, whoever works: the loop stands for `TURN_MS` and the
 * longest step between two pauses, however many wait. Whoever is not finished in its turn goes to the end of the line.
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

function scheduleSlice(): void {
  if (isSliceScheduled || queue.length === 0) return;
  isSliceScheduled = true;
  setImmediate(runSlice);
}

function runSlice(): void {
  isSliceScheduled = false;
  const endsAt = performance.now() + SLICE_MS;
  const isOver = (): boolean => performance.now() >= endsAt;
  while (queue.length > 0 && !isOver()) {
    const first = queue.shift();
    if (first?.goOn(isOver) === false) queue.push(first);
  }
  scheduleSlice();
}
