import { createFairSemaphore, newcomerReserve, SemaphoreBusyError } from '@sluice/runtime';
import { ApiError } from '../apiError.js';

/** Limits of a gate. */
export interface GateLimits {
  /** Pieces of work at the same time. One organization alone gets all but {@link newcomerReserve} of them. */
  readonly atOnce: number;
  /** Pieces that wait for their turn; more are refused at once. */
  readonly waiting: number;
  /** Milliseconds that one may wait. */
  readonly waitMs: number;
}

/** Limits how much work runs at once. */
export interface Gate {
  /**
   * Runs work on behalf of an organization (its id) when its turn comes, and settles as it does. Throws a 503 `busy`
   * where the queue is full or the wait was too long. No organization can use up what others need: see `fairShares.ts`.
   */
  readonly pass: <T>(organization: string, work: () => Promise<T>) => Promise<T>;
  /** Whether another organization waits for its turn. */
  readonly othersWait: (organization: string) => boolean;
  /** Pieces of work, by organization, that hold what others are owed; see `overShares.ts`. */
  readonly owed: () => ReadonlyMap<string, number>;
}

const busy = (): ApiError =>
  new ApiError(503, 'busy', 'Too many requests are being answered at once; try again in a moment.', {
    'retry-after': '1',
  });

/** A {@link Gate} that nothing has passed yet. */
export function createGate({ atOnce, waiting, waitMs }: GateLimits): Gate {
  const semaphore = createFairSemaphore({
    capacity: atOnce,
    reserve: newcomerReserve(atOnce),
    queue: waiting,
    waitMs,
  });
  return {
    pass: (organization, work) =>
      semaphore.run(organization, work).catch((error: unknown) => {
        throw error instanceof SemaphoreBusyError ? busy() : error;
      }),
    othersWait: semaphore.othersWait,
    owed: semaphore.owed,
  };
}
