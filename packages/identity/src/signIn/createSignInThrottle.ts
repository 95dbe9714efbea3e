import { MINUTE_MS } from '@sluice/contract';
import { createLru } from '@sluice/runtime';
import { createLeakyBuckets } from '../createLeakyBuckets.js';

/** Who tries to sign in. */
export interface SignInAttempt {
  /** Normalized. */
  readonly email: string;
  /** See `subscriberNetwork`. */
  readonly network: string;
}

/** Delays attempts after failures. */
export interface SignInThrottle {
  /**
   * Milliseconds until the attempt may be verified; 0 if it may be now.
   * @param isKnown whether the account has been signed in to from the network before; asked only if strangers have used up
   * the account's attempts
   */
  readonly waitMs: (attempt: SignInAttempt, isKnown: () => Promise<boolean>) => Promise<number>;
  /** Counts an attempt before it is verified, so that parallel attempts do not pass together. */
  readonly recordAttempt: (attempt: SignInAttempt) => void;
  /** Removes the attempt of a success, and makes the network known. */
  readonly recordSuccess: (attempt: SignInAttempt) => void;
}

const REMEMBERED = 10_000;

/**
 * Leaky buckets of failures, for each network of clients and for each account. They hold `perMinute` and leak as many per
 * minute. An attempt needs room in the bucket of its network and in one of the account:
 *
 * | network                                             | bucket of the account         |
 * | --------------------------------------------------- | ----------------------------- |
 * | one from which the account was signed in to before  | its own                       |
 * | any other                                           | the one that all others share |
 *
 * A stranger who guesses passwords fills the shared bucket and slows down strangers. The user, from a known network, is not
 * affected; from a new network a link by mail still signs in. Accounts that do not exist have the same buckets.
 * @param now monotonic clock in milliseconds
 */
export function createSignInThrottle(perMinute: number, now: () => number = () => performance.now()): SignInThrottle {
  const buckets = createLeakyBuckets({ capacity: perMinute, periodMs: MINUTE_MS }, now);
  const known = createLru<true>(REMEMBERED);
  const pair = ({ email, network }: SignInAttempt): string => `${network} ${email}`;
  const keysOf = (attempt: SignInAttempt): readonly [string, string] => [
    `network ${attempt.network}`,
    known.get(pair(attempt)) === undefined ? `account ${attempt.email}` : `known ${pair(attempt)}`,
  ];
  const each = (attempt: SignInAttempt, amount: number): void => {
    for (const key of keysOf(attempt)) buckets.add(key, amount);
  };
  return {
    waitMs: async (attempt, isKnown) => {
      const [network, account] = keysOf(attempt);
      const wait = Math.max(buckets.waitMs(network), buckets.waitMs(account));
      if (wait === 0 || buckets.waitMs(network) > 0 || known.get(pair(attempt)) !== undefined) return wait;
      if (!(await isKnown())) return wait;
      known.set(pair(attempt), true);
      return 0;
    },
    recordAttempt: (attempt) => {
      each(attempt, 1);
    },
    recordSuccess: (attempt) => {
      each(attempt, -1);
      known.set(pair(attempt), true);
    },
  };
}
