/** Whose requests hold memory. */
export interface MemoryOwner {
  readonly organizationId: string;
  readonly projectId: string;
}

/** The memory of one request. */
export interface MemoryAccount {
  /** Takes `bytes`; returns false, and takes nothing, where the budget or its owner's share has not that much left. */
  readonly acquire: (bytes: number) => boolean;
  /** Returns `bytes` of what was taken. */
  readonly release: (bytes: number) => void;
  /** Returns everything that is still taken. */
  readonly close: () => void;
}

/** Memory that a process may hold for requests in progress: their bodies and an estimate of what these become. */
export interface BufferBudget {
  readonly open: (owner: MemoryOwner) => MemoryAccount;
  /** Whether more than half of the budget is taken. */
  readonly isTight: () => boolean;
}

/** How many times the memory that stays free an organization may hold: alone 15 of 16 parts. */
const ORGANIZATION_SHARE = 15;
/** The same for a project: alone 7 of 8 parts. */
const PROJECT_SHARE = 7;
/** An organization is heavy if it holds at least one of so many parts. */
const HEAVY_PARTS = 8;
/** How long after a refusal its organization counts as needing memory, in milliseconds. */
const NEED_MS = 10_000;

/**
 * A budget of `max` bytes, shared fairly: each limit follows from what is free, so that a newcomer finds memory without
 * a fixed partition, and who holds much is refused first.
 *
 * | after every call | |
 * |---|---|
 * | accounting | taken = Σ over accounts = Σ over organizations = Σ over projects; 0 ≤ taken ≤ max |
 *
 * | after every take that succeeds | |
 * |---|---|
 * | organization | it holds at most 15 times what stays free: alone, a sixteenth of the budget is left to others |
 * | project | it holds at most 7 times what stays free: one key alone leaves an eighth |
 * | others in need | if another organization was refused in the last 10 s, it holds at most a fair share |
 *
 * The fair share is `max / (heavy + 1)`, half of `max` at most; heavy are the organizations that hold an eighth of the
 * budget or more. Only a refusal below the fair share makes an organization one in need. Memory is never taken away, but a body that arrives takes memory with each chunk: an
 * organization above its limit is refused at the next chunk and its body's memory returned.
 * @param now milliseconds of a monotonic clock
 */
export function createBufferBudget(max: number, now: () => number = () => performance.now()): BufferBudget {
  const organizations = new Map<string, number>();
  const projects = new Map<string, number>();
  /** Until when an organization counts as needing memory. */
  const needs = new Map<string, number>();
  let taken = 0;

  const fairShare = (): number => {
    const heavy = [...organizations.values()].filter((bytes) => bytes * HEAVY_PARTS >= max).length;
    return max / Math.max(2, heavy + 1);
  };
  const isNeededByOthers = (organizationId: string): boolean => {
    for (const [other, untilMs] of needs) {
      if (untilMs <= now()) needs.delete(other);
      else if (other !== organizationId) return true;
    }
    return false;
  };
  const admits = ({ organizationId, projectId }: MemoryOwner, bytes: number): boolean => {
    const free = max - taken - bytes;
    const ofOrganization = (organizations.get(organizationId) ?? 0) + bytes;
    const ofProject = (projects.get(projectId) ?? 0) + bytes;
    if (ofOrganization <= ORGANIZATION_SHARE * free && ofProject <= PROJECT_SHARE * free) {
      return !isNeededByOthers(organizationId) || ofOrganization <= fairShare();
    }
    if (ofOrganization <= fairShare()) needs.set(organizationId, now() + NEED_MS);
    return false;
  };
  const move = ({ organizationId, projectId }: MemoryOwner, bytes: number): void => {
    taken += bytes;
    add(organizations, organizationId, bytes);
    add(projects, projectId, bytes);
  };
  return {
    isTight: () => taken * 2 > max,
    open: (owner) => {
      let held = 0;
      const give = (bytes: number): void => {
        held -= bytes;
        move(owner, -bytes);
      };
      return {
        acquire: (bytes) => {
          if (!admits(owner, bytes)) return false;
          held += bytes;
          move(owner, bytes);
          return true;
        },
        release: give,
        close: () => give(held),
      };
    },
  };
}

function add(sums: Map<string, number>, name: string, bytes: number): void {
  const sum = (sums.get(name) ?? 0) + bytes;
  if (sum === 0) sums.delete(name);
  else sums.set(name, sum);
}
