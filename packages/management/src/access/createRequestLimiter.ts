import { createFairSemaphore, newcomerReserve, SemaphoreBusyError } from '@sluice/runtime';
import { ApiError } from '../apiError.js';
import { createRecentLoad } from './recentLoad.js';

/** Settings of a limiter. */
export interface RequestLimits {
  /** Operations that run at the same time. */
  readonly atOnce: number;
  /** Operations of one organization that run at the same time, also alone; default: all but {@link newcomerReserve}. */
  readonly perOrganization?: number;
  /**
   * As `perOrganization`, for an organization that had more than half of this number of operations running at the same time on average
   * of the last seconds; default: the same. It lets an organization ask for much at once, but not always.
   */
  readonly sustained?: number;
  /** Operations that wait; further ones are refused immediately. */
  readonly waiting: number;
  /** Longest wait in milliseconds. */
  readonly waitMs: number;
}

/** Bounds how many operations run concurrently, fairly between organizations. */
export interface RequestLimiter {
  /**
   * Runs `work` for an organization (its id) once a permit is free, and settles as it does. Throws a 503 `busy` if the queue
   * is full or the wait took too long. No organization can use up the capacity of the others: see `fairShares.ts`.
   */
  readonly run: <T>(organization: string, work: () => Promise<T>) => Promise<T>;
  /** Whether another organization waits for a permit. */
  readonly othersWait: (organization: string) => boolean;
  /** Operations, by organization, that hold permits which other organizations are owed; see `excessPermits.ts`. */
  readonly owed: () => ReadonlyMap<string, number>;
}

const busy = (): ApiError =>
  new ApiError(503, 'busy', 'Too many concurrent requests; try again in a moment.', {
    'retry-after': '1',
  });

/** Creates a limiter with all permits free. */
export function createRequestLimiter(limits: RequestLimits): RequestLimiter {
  const { atOnce, perOrganization = atOnce, sustained = perOrganization, waiting, waitMs } = limits;
  const load = createRecentLoad();
  const perTenant = (organization: string): number =>
    load.of(organization) > sustained / 2 ? Math.min(sustained, perOrganization) : perOrganization;
  const measured = async <T>(organization: string, work: () => Promise<T>): Promise<T> => {
    const began = performance.now();
    try {
      return await work();
    } finally {
      load.add(organization, performance.now() - began);
    }
  };
  const semaphore = createFairSemaphore({
    capacity: atOnce,
    perTenant,
    reserve: newcomerReserve(atOnce),
    queue: waiting,
    waitMs,
  });
  return {
    run: (organization, work) =>
      semaphore
        .run(organization, () => measured(organization, work))
        .catch((error: unknown) => {
          throw error instanceof SemaphoreBusyError ? busy() : error;
        }),
    othersWait: semaphore.othersWait,
    owed: semaphore.excess,
  };
}
