import { runAtOnce, runCooperatively, type PausableTask } from '@sluice/runtime';

/** Time for which a request is translated at once, in milliseconds. Most requests are done within it. */
const AT_ONCE_MS = 10;

/** Runs a task at once, or in slices between other work of the event loop if it takes long. */
export const runSoon = <Result>(task: PausableTask<Result>): Result | Promise<Result> =>
  runAtOnce(task, AT_ONCE_MS, runCooperatively);
