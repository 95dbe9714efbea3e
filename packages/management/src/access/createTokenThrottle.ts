import { subscriberOf } from '@sluice/runtime';
import { createHash } from 'node:crypto';

/** A token, valid or not, and who presents it. */
export interface Attempt {
  /** The client's, shortest form. */
  readonly address: string;
  readonly secret: string;
}

/** Bounds of a throttle. */
export interface ThrottleLimits {
  /** Failures of one client a minute, and at once. */
  readonly perMinute: number;
  /** Clients, and valid tokens, that are remembered; the oldest are forgotten first. */
  readonly remembered: number;
}

/** Says who must wait because too many of their tokens were invalid. */
export interface TokenThrottle {
  /** Milliseconds until this attempt may be looked at; 0: now. */
  readonly waitMs: (attempt: Attempt) => number;
  readonly failed: (attempt: Attempt) => void;
  readonly passed: (attempt: Attempt) => void;
}

const MINUTE_MS = 60_000;
/** How long a token that was valid is looked at whoever else fails at its address. */
const TRUST_MS = 10 * MINUTE_MS;

/**
 * A leaky bucket for each client: a failure fills it by one, time empties it. While it is full, nothing of that client is
 * looked up, so that neither guesses nor a build with an old token cost the database anything.
 *
 * A token that was valid within ten minutes passes all the same, from whatever address, and is then looked up as ever: an
 * office or a CI behind one address is not locked out by a stranger in it. A valid token that is new to this process waits
 * its turn there; one turn comes free every `60 s / perMinute`.
 *
 * @param now milliseconds that only grow
 */
export function createTokenThrottle(
  { perMinute, remembered }: ThrottleLimits,
  now: () => number = () => performance.now(),
): TokenThrottle {
  const leakMs = MINUTE_MS / perMinute;
  /** When a client's bucket will be empty. */
  const emptyAt = new Map<string, number>();
  /** Until when a token, by its digest, passes. */
  const trustedUntil = new Map<string, number>();
  const remember = (map: Map<string, number>, key: string, ms: number): void => {
    map.delete(key);
    map.set(key, ms);
    const [oldest] = map.keys();
    if (map.size > remembered && oldest !== undefined) map.delete(oldest);
  };
  return {
    waitMs: ({ address, secret }) => {
      const full = (emptyAt.get(subscriberOf(address)) ?? 0) - now() - MINUTE_MS + leakMs;
      return full <= 0 || (trustedUntil.get(digestOf(secret)) ?? 0) > now() ? 0 : full;
    },
    failed: ({ address, secret }) => {
      const client = subscriberOf(address);
      remember(emptyAt, client, Math.max(emptyAt.get(client) ?? 0, now()) + leakMs);
      trustedUntil.delete(digestOf(secret));
    },
    passed: ({ secret }) => remember(trustedUntil, digestOf(secret), now() + TRUST_MS),
  };
}

/** No process holds a token for longer than a request. */
const digestOf = (secret: string): string => createHash('sha256').update(secret).digest('base64');
