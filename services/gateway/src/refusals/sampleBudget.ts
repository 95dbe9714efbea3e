/** Samples of one gateway in a second, and of one project: entries of filters are as many as a project likes. */
const MAX_PER_SECOND = 20;
const MAX_OF_PROJECT = 10;

/** Bounds how many refused events are sampled, so that a flood of them costs nothing. */
export interface SampleBudget {
  /** Whether an event of this project and verdict may be sampled now; nothing is taken. */
  readonly hasRoom: (projectId: string, verdict: string) => boolean;
  /** Takes one sample if there is room. @param entry of the filter that dropped the event */
  readonly take: (projectId: string, verdict: string, entry?: string) => boolean;
}

/**
 * Returns a budget of 20 samples a second, 10 of each project, and one of each project, verdict and entry.
 * @param clock milliseconds since 1970
 */
export function createSampleBudget(clock: () => number): SampleBudget {
  let second = 0;
  let size = 0;
  const taken = new Map<string, Set<string>>();
  const hasRoom = (projectId: string, verdict: string, entry = ''): boolean => {
    const now = Math.floor(clock() / 1_000);
    if (now !== second) {
      second = now;
      size = 0;
      taken.clear();
    }
    const own = taken.get(projectId);
    if (size >= MAX_PER_SECOND) return false;
    return own === undefined || (own.size < MAX_OF_PROJECT && !own.has(`${verdict}:${entry}`));
  };
  return {
    hasRoom,
    take: (projectId, verdict, entry = '') => {
      if (!hasRoom(projectId, verdict, entry)) return false;
      const own = taken.get(projectId) ?? new Set();
      taken.set(projectId, own.add(`${verdict}:${entry}`));
      size += 1;
      return true;
    },
  };
}
