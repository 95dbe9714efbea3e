import { ApiError } from '../apiError.js';

/** Streams that one user, or one token of an operator, has at the same time. */
const MOST_OF_SENDER = 5;

/** Whose stream it is. */
interface StreamOwner {
  readonly organizationId: string;
  /** The user, or the token of an operator. */
  readonly sender: string;
}

/** Limits of event streams. */
export interface StreamLimits {
  /** Streams that are open at the same time. One organization has at most half of them, and one user {@link MOST_OF_SENDER}. */
  readonly most: number;
  /** Longest time that a stream is open, milliseconds. */
  readonly maxMs: number;
}

/** Bounds how many event streams are open. */
export interface StreamSlots {
  readonly maxMs: number;
  /**
   * Takes a place and returns the function that gives it back.
   * @throws ApiError 503 `busy` if there is none, 429 `too_many_streams` if the sender has too many
   */
  readonly take: (owner: StreamOwner) => () => void;
}

/** Creates places that are all free. */
export function createStreamSlots({ most, maxMs }: StreamLimits): StreamSlots {
  const organizations = createCounts();
  const senders = createCounts();
  return {
    maxMs,
    take: ({ organizationId, sender }) => {
      if (senders.of(sender) >= MOST_OF_SENDER)
        throw new ApiError(
          429,
          'too_many_streams',
          `You have ${MOST_OF_SENDER} live streams open; close one, for example a tab with a live tail.`,
          RETRY,
        );
      if (organizations.sum() >= most || organizations.of(organizationId) >= Math.max(1, Math.floor(most / 2)))
        throw new ApiError(503, 'busy', 'Too many live streams are open; close one or try again later.', RETRY);
      const ends = [organizations.add(organizationId), senders.add(sender)];
      return () => {
        for (const end of ends) end();
      };
    },
  };
}

const RETRY = { 'retry-after': '10' } as const;

interface Counts {
  readonly of: (name: string) => number;
  readonly sum: () => number;
  /** Counts one more and returns the function that counts it no more. */
  readonly add: (name: string) => () => void;
}

function createCounts(): Counts {
  const counts = new Map<string, number>();
  const of = (name: string): number => counts.get(name) ?? 0;
  return {
    of,
    sum: () => [...counts.values()].reduce((sum, count) => sum + count, 0),
    add: (name) => {
      counts.set(name, of(name) + 1);
      return () => {
        if (of(name) === 1) counts.delete(name);
        else counts.set(name, of(name) - 1);
      };
    },
  };
}
