import { ApiError } from '../apiError.js';

/** Limits of event streams. */
export interface StreamLimits {
  /** Streams that are open at the same time. One organization has at most half of them. */
  readonly most: number;
  /** Longest time that a stream is open, milliseconds: access is checked again when the client connects again. */
  readonly maxMs: number;
}

/** Bounds how many event streams are open. */
export interface StreamSlots {
  readonly maxMs: number;
  /** Takes a place and returns the function that gives it back. @throws ApiError 503 `busy` if there is none */
  readonly take: (organizationId: string) => () => void;
}

/** Creates places that are all free. */
export function createStreamSlots({ most, maxMs }: StreamLimits): StreamSlots {
  const open = new Map<string, number>();
  const ofAll = (): number => [...open.values()].reduce((sum, streams) => sum + streams, 0);
  return {
    maxMs,
    take: (organizationId) => {
      const own = open.get(organizationId) ?? 0;
      if (ofAll() >= most || own >= Math.max(1, Math.floor(most / 2)))
        throw new ApiError(503, 'busy', 'Too many live streams are open; close one or try again later.', {
          'retry-after': '10',
        });
      open.set(organizationId, own + 1);
      return () => {
        const left = (open.get(organizationId) ?? 1) - 1;
        if (left === 0) open.delete(organizationId);
        else open.set(organizationId, left);
      };
    },
  };
}
