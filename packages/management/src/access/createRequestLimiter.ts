import { createFairSemaphore, newcomerReserve, SemaphoreBusyError } from '@sluice/runtime';
import { ApiError } from '../apiError.js';

/** Settings of a limiter. */
export interface RequestLimits {
  /** Operations that run at the same time. */
  readonly atOnce: number;
  /** Operations of one organization that run at the same time, also alone; default: all but {@link newcomerReserve}. */
  readonly perOrganization?: number;
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
export function createRequestLimiter({ atOnce, perOrganization, waiting, waitMs }: RequestLimits): RequestLimiter {
  const semaphore = createFairSemaphore({
    capacity: atOnce,
    ...(perOrganization === undefined ? {} : { perTenant: perOrganization }),
    reserve: newcomerReserve(atOnce),
    queue: waiting,
    waitMs,
  });
  return {
    run: (organization, work) =>
      semaphore.run(organization, work).catch((error: unknown) => {
        throw error instanceof SemaphoreBusyError ? busy() : error;
      }),
    othersWait: semaphore.othersWait,
    owed: semaphore.excess,
  };
}
