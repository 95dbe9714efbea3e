/** Hears of what a hook sees. */
type Watcher<Seen, Answer> = (seen: Seen) => Answer | undefined;

/** A hook that several parts share: it wraps when the first begins to watch, and puts back when the last one stops. */
export interface Watched<Seen, Answer> {
  /** @returns stops watching */
  readonly watch: (watcher: Watcher<Seen, Answer>) => () => void;
  /** What those who watch answer, in the order in which they began. */
  readonly tell: (seen: Seen) => Answer[];
}

/** @param start wraps. @returns puts back */
export function createWatched<Seen, Answer = void>(
  start: (tell: (seen: Seen) => Answer[]) => () => void,
): Watched<Seen, Answer> {
  const watchers = new Set<Watcher<Seen, Answer>>();
  let stop: (() => void) | undefined;
  const watched: Watched<Seen, Answer> = {
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
