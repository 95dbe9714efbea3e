import { MINUTE_MS } from '@sluice/contract';
import { createLru, subscriberNetwork } from '@sluice/runtime';
import { createHash } from 'node:crypto';

/** A token, valid or not, and the client that presents it. */
export interface Attempt {
  /** Address of the client in its shortest form. */
  readonly address: string;
  readonly secret: string;
}

/** Settings of a throttle. */
export interface ThrottleLimits {
  /** Failures that one client may have per minute, and in one burst. */
  readonly perMinute: number;
  /** Clients, and valid tokens, that are remembered; the least recently used are evicted first. */
  readonly remembered: number;
}

/** Delays clients that presented too many invalid tokens. */
export interface TokenThrottle {
  /** Milliseconds until this attempt may be looked up; 0 if it may be now. */
  readonly waitMs: (attempt: Attempt) => number;
  readonly recordFailure: (attempt: Attempt) => void;
  /** @param organization id of the organization that the token belongs to */
  readonly recordSuccess: (attempt: Attempt, organization: string) => void;
  /**
   * Key under which the lookup of an attempt is limited: the organization that the token belonged to within the last ten
   * minutes, otherwise the digest of the token.
   */
  readonly tenantOf: (attempt: Attempt) => string;
}

/** A token that was valid. */
interface TrustedToken {
  readonly until: number;
  readonly organization: string;
}

/** How long a token that was valid bypasses the throttle of its address. */
const TRUST_MS = 10 * MINUTE_MS;

/**
 * A leaky bucket for each client: each failure adds one, and the bucket leaks with time. While it is full, no token of that
 * client is looked up, so that neither guesses nor a build with an old token load the database.
 *
 * A token that was valid within the last ten minutes bypasses the bucket from any address and is looked up as usual, so that
 * one bad client cannot lock out an office or a CI system that shares its address. A valid token that this process has not
 * seen waits until the bucket has room, which is every `60 s / perMinute`.
 *
 * @param now monotonic clock in milliseconds
 */
export function createTokenThrottle(
  { perMinute, remembered }: ThrottleLimits,
  now: () => number = () => performance.now(),
): TokenThrottle {
  const leakMs = MINUTE_MS / perMinute;
  /** When a client's bucket will be empty. */
  const emptyAt = createLru<number>(remembered);
  /** Recently valid tokens by digest. */
  const trusted = createLru<TrustedToken>(remembered);
  const trustedAt = (digest: string): TrustedToken | undefined => {
    const token = trusted.get(digest);
    return token !== undefined && token.until > now() ? token : undefined;
  };
  return {
    waitMs: ({ address, secret }) => {
      const full = (emptyAt.get(subscriberNetwork(address)) ?? 0) - now() - MINUTE_MS + leakMs;
      return full <= 0 || trustedAt(digestOf(secret)) !== undefined ? 0 : full;
    },
    recordFailure: ({ address, secret }) => {
      const client = subscriberNetwork(address);
      emptyAt.set(client, Math.max(emptyAt.get(client) ?? 0, now()) + leakMs);
      trusted.delete(digestOf(secret));
    },
    recordSuccess: ({ secret }, organization) =>
      trusted.set(digestOf(secret), { until: now() + TRUST_MS, organization }),
    tenantOf: ({ secret }) => {
      const digest = digestOf(secret);
      return trustedAt(digest)?.organization ?? `token ${digest}`;
    },
  };
}

/** Tokens are remembered by digest only, so that no process holds a token for longer than a request. */
const digestOf = (secret: string): string => createHash('sha256').update(secret).digest('base64');
