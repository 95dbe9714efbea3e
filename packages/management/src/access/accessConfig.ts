import { networkList, wholeNumber, type EnvReader } from '@sluice/runtime';

/** Who is let in: the same in every management service. */
export interface AccessConfig {
  /**
   * Peers whose `X-Forwarded-For` is believed: addresses and CIDR blocks. Empty: the socket's address counts, and behind a
   * proxy all clients are one.
   */
  readonly trustedProxies: readonly string[];
  /** Invalid tokens that one client may present a minute, and at once; more get a 429 without a look at them. */
  readonly maxFailedTokens: number;
}

/** Nobody is behind a proxy; 20 invalid tokens a minute. */
export const DEFAULT_ACCESS_CONFIG: AccessConfig = { trustedProxies: [], maxFailedTokens: 20 };

/** Reads `TRUSTED_PROXIES` and `MAX_FAILED_TOKENS`. */
export const readAccessConfig = ({ get }: EnvReader): AccessConfig => ({
  trustedProxies: get('TRUSTED_PROXIES', DEFAULT_ACCESS_CONFIG.trustedProxies, networkList),
  maxFailedTokens: get('MAX_FAILED_TOKENS', DEFAULT_ACCESS_CONFIG.maxFailedTokens, wholeNumber(1, 1_000_000)),
});
