/**
 * Returns a function that runs `task` now, or once more after the current run; calls in the meantime share that next
 * run. A change announced during a run is therefore never missed, and `task` never runs concurrently with itself.
 */
export function soon(task: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const run = (): Promise<void> => {
    const current = task().finally(() => {
      if (running === current) running = undefined;
    });
    running = current;
    return current;
  };
  return () => {
    if (running === undefined) return run();
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        return run();
      });
    return next;
  };
}
