/** Samples of one gateway in a second, and of one reason of one project in a second. */
const MAX_PER_SECOND = 20;

/** Bounds how many refused events are sampled, so that a flood of them costs nothing. */
export interface SampleBudget {
  /** Whether an event of this project and verdict may be sampled now; nothing is taken. */
  readonly hasRoom: (projectId: string, verdict: string) => boolean;
  /** Takes one sample if there is room. */
  readonly take: (projectId: string, verdict: string) => boolean;
}

/** Returns a budget of 20 samples a second and one of each project and verdict. @param clock milliseconds since 1970 */
export function createSampleBudget(clock: () => number): SampleBudget {
  let second = 0;
  const taken = new Set<string>();
  const hasRoom = (projectId: string, verdict: string): boolean => {
    const now = Math.floor(clock() / 1_000);
    if (now !== second) {
      second = now;
      taken.clear();
    }
    return taken.size < MAX_PER_SECOND && !taken.has(`${verdict}${projectId}`);
  };
  return {
    hasRoom,
    take: (projectId, verdict) => {
      if (!hasRoom(projectId, verdict)) return false;
      taken.add(`${verdict}${projectId}`);
      return true;
    },
  };
}
