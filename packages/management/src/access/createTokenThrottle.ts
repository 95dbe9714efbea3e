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
  /** @param organization id of the organization that the token belongs to */
  readonly passed: (attempt: Attempt, organization: string) => void;
  /**
   * On whose behalf an attempt is looked up: the organization that the token belonged to within ten minutes, otherwise
   * the token itself, by its digest.
   */
  readonly tenantOf: (attempt: Attempt) => string;
}

/** A token that was valid. */
interface TrustedToken {
  readonly until: number;
  readonly organization: string;
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
  /** Tokens that pass, by their digest. */
  const trusted = new Map<string, TrustedToken>();
  const remember = <V>(map: Map<string, V>, key: string, value: V): void => {
    map.delete(key);
    map.set(key, value);
    const [oldest] = map.keys();
    if (map.size > remembered && oldest !== undefined) map.delete(oldest);
  };
  const trustedAt = (digest: string): TrustedToken | undefined => {
    const token = trusted.get(digest);
    return token !== undefined && token.until > now() ? token : undefined;
  };
  return {
    waitMs: ({ address, secret }) => {
      const full = (emptyAt.get(subscriberOf(address)) ?? 0) - now() - MINUTE_MS + leakMs;
      return full <= 0 || trustedAt(digestOf(secret)) !== undefined ? 0 : full;
    },
    failed: ({ address, secret }) => {
      const client = subscriberOf(address);
      remember(emptyAt, client, Math.max(emptyAt.get(client) ?? 0, now()) + leakMs);
      trusted.delete(digestOf(secret));
    },
    passed: ({ secret }, organization) =>
      remember(trusted, digestOf(secret), { until: now() + TRUST_MS, organization }),
    tenantOf: ({ secret }) => {
      const digest = digestOf(secret);
      return trustedAt(digest)?.organization ?? `token ${digest}`;
    },
  };
}

/** No process holds a token for longer than a request. */
const digestOf = (secret: string): string => createHash('sha256').update(secret).digest('base64');
