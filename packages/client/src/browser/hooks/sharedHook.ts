/** Observer of a hook. */
type Watcher<Seen, Answer> = (seen: Seen) => Answer | undefined;

/** A shared hook: installed with the first observer and removed with the last. */
export interface SharedHook<Seen, Answer> {
  /** @returns a function that stops observing */
  readonly watch: (watcher: Watcher<Seen, Answer>) => () => void;
  /** Calls all observers in order and returns their results. */
  readonly tell: (seen: Seen) => Answer[];
}

/** @param start installs the hook and returns a function that removes it */
export function createSharedHook<Seen, Answer = void>(
  start: (tell: (seen: Seen) => Answer[]) => () => void,
): SharedHook<Seen, Answer> {
  const watchers = new Set<Watcher<Seen, Answer>>();
  let stop: (() => void) | undefined;
  const watched: SharedHook<Seen, Answer> = {
    watch: (watcher) => {
      watchers.add(watcher);
      stop ??= start(watched.tell);
      return () => {
        watchers.delete(watcher);
        if (watchers.size > 0) return;
        stop?.();
        stop = undefined;
      };
    },
    tell: (seen) => {
      const answers: Answer[] = [];
      for (const watcher of watchers) {
        const answer = watcher(seen);
        if (answer !== undefined) answers.push(answer);
      }
      return answers;
    },
  };
  return watched;
}
