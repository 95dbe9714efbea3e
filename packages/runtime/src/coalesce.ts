/**
 * Returns a function that runs `task` now, or once more after the current run; calls in the meantime share that next run, which gets the
 * arguments of the first of them. A change announced during a run is never missed, and `task` never runs concurrently with itself.
 */
export function coalesce<Args extends readonly unknown[]>(
  task: (...args: Args) => Promise<void>,
): (...args: Args) => Promise<void> {
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const run = (args: Args): Promise<void> => {
    const current = task(...args).finally(() => {
      if (running === current) running = undefined;
    });
    running = current;
    return current;
  };
  return (...args) => {
    if (next !== undefined) return next;
    if (running === undefined) return run(args);
    next = running
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        return run(args);
      });
    return next;
  };
}
