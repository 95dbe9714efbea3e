/** Owner of the memory of a request. */
export interface MemoryOwner {
  readonly organizationId: string;
  readonly projectId: string;
}

/** The memory of one request. */
export interface MemoryAccount {
  /** Acquires `bytes`. Returns false and acquires nothing if the budget or the owner's share has too little left. */
  readonly acquire: (bytes: number) => boolean;
  /** Releases `bytes` of the memory of this account. */
  readonly release: (bytes: number) => void;
  /** Releases everything that the account still holds. */
  readonly close: () => void;
}

/** Memory that a process may hold for requests in progress: their bodies and an estimate of the parsed values. */
export interface BufferBudget {
  readonly open: (owner: MemoryOwner) => MemoryAccount;
  /** Whether more than half of the budget is in use. */
  readonly isTight: () => boolean;
}

/** An organization may hold this many times the memory that stays free: alone 15 of 16 parts. */
const ORGANIZATION_SHARE = 15;
/** The same for a project: alone 7 of 8 parts. */
const PROJECT_SHARE = 7;
/** An organization is heavy if it holds at least one of so many parts. */
const HEAVY_PARTS = 8;
/** How long after a refusal its organization counts as needing memory, in milliseconds. */
const NEED_MS = 10_000;

/**
 * Returns a budget of `max` bytes that is shared fairly. Each limit depends on what is free, so that a new owner finds memory
 * without a fixed partition, and the largest owner is refused first.
 *
 * | after every call | |
 * |---|---|
 * | accounting | taken = Σ over accounts = Σ over organizations = Σ over projects; 0 ≤ taken ≤ max |
 *
 * | after every `acquire` that succeeds | |
 * |---|---|
 * | organization | it holds at most 15 times what stays free: alone, a sixteenth of the budget is left to others |
 * | project | it holds at most 7 times what stays free: one key alone leaves an eighth |
 * | others in need | if another organization was refused in the last 10 s, it holds at most a fair share |
 *
 * The fair share is `max / (heavy + 1)`, at most half of `max`; an organization is heavy if it holds an eighth of the budget or
 * more. Only a refusal below the fair share makes an organization one in need. Memory is not revoked, but a body acquires
 * memory with each chunk: an organization above its limit is refused at its next chunk, and the memory of that body is released.
 * @param now milliseconds of a monotonic clock
 */
export function createBufferBudget(max: number, now: () => number = () => performance.now()): BufferBudget {
  const organizations = new Map<string, number>();
  const projects = new Map<string, number>();
  /** Until when an organization counts as needing memory, the earliest first. */
  const needs = new Map<string, number>();
  let taken = 0;
  let heavy = 0;

  const fairShare = (): number => max / Math.max(2, heavy + 1);
  const isHeavy = (organizationId: string): boolean => (organizations.get(organizationId) ?? 0) * HEAVY_PARTS >= max;
  const dropPastNeeds = (): void => {
    for (const [organizationId, untilMs] of needs) {
      if (untilMs > now()) break;
      needs.delete(organizationId);
    }
  };
  const isNeededByOthers = (organizationId: string): boolean => {
    dropPastNeeds();
    return needs.size > (needs.has(organizationId) ? 1 : 0);
  };
  const admits = ({ organizationId, projectId }: MemoryOwner, bytes: number): boolean => {
    const free = max - taken - bytes;
    const ofOrganization = (organizations.get(organizationId) ?? 0) + bytes;
    const ofProject = (projects.get(projectId) ?? 0) + bytes;
    if (ofOrganization <= ORGANIZATION_SHARE * free && ofProject <= PROJECT_SHARE * free) {
      return !isNeededByOthers(organizationId) || ofOrganization <= fairShare();
    }
    if (ofOrganization <= fairShare()) {
      dropPastNeeds();
      // Deleted first, so that it becomes the last.
      needs.delete(organizationId);
      needs.set(organizationId, now() + NEED_MS);
    }
    return false;
  };
  const move = ({ organizationId, projectId }: MemoryOwner, bytes: number): void => {
    taken += bytes;
    heavy -= Number(isHeavy(organizationId));
    add(organizations, organizationId, bytes);
    heavy += Number(isHeavy(organizationId));
    add(projects, projectId, bytes);
  };
  return {
    isTight: () => taken * 2 > max,
    open: (owner) => {
      let held = 0;
      const release = (bytes: number): void => {
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
        release,
        close: () => release(held),
      };
    },
  };
}

function add(sums: Map<string, number>, name: string, bytes: number): void {
  const sum = (sums.get(name) ?? 0) + bytes;
  if (sum === 0) sums.delete(name);
  else sums.set(name, sum);
}
