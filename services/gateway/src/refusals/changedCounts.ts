/** Counts that are taken to be stored. They are absolute, so that storing one twice changes nothing. */
export interface ChangedCounts<Count> {
  /** Returns the counts that changed since the last call; all of them change again if they could not be stored. */
  readonly takeChanged: () => readonly Count[];
  readonly restore: (counts: readonly Count[]) => void;
}

/** {@link ChangedCounts} that can be set. */
export interface SettableCounts<Count> extends ChangedCounts<Count> {
  /** Replaces the count of the same name. */
  readonly set: (count: Count) => void;
}

/** Counts that wait while PostgreSQL is unavailable; those of further names are dropped. */
const MAX_WAITING = 50_000;

/** Returns an empty set. @param nameOf distinguishes what is counted */
export function createChangedCounts<Count>(nameOf: (count: Count) => string): SettableCounts<Count> {
  let changed = new Map<string, Count>();
  const set = (count: Count): void => {
    const name = nameOf(count);
    if (changed.size < MAX_WAITING || changed.has(name)) changed.set(name, count);
  };
  return {
    set,
    takeChanged: () => {
      const taken = [...changed.values()];
      changed = new Map();
      return taken;
    },
    restore: (counts) => {
      for (const count of counts) if (!changed.has(nameOf(count))) set(count);
    },
  };
}
