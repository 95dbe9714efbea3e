/**
 * Returns a function that runs `work`, but not twice at the same time. A call during a run has `work` run once more after it, and
 * resolves with that; it rejects if either fails.
 */
export function oneAtATime<Args extends readonly unknown[]>(
  work: (...args: Args) => Promise<void>,
): (...args: Args) => Promise<void> {
  let current: Promise<void> | undefined;
  let calls = 0;
  const run = async (args: Args): Promise<void> => {
    for (let done = -1; done !== calls;) {
      done = calls;
      await work(...args);
    }
  };
  return (...args) => {
    calls += 1;
    current ??= run(args).finally(() => {
      current = undefined;
    });
    return current;
  };
}
