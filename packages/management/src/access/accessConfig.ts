import { networkList, wholeNumber, type EnvReader } from '@sluice/runtime';

/** Access settings, the same in every management service. */
export interface AccessConfig {
  /**
   * Addresses and CIDR blocks of proxies whose `X-Forwarded-For` is trusted. If empty, the address of the socket counts, so
   * that all clients behind a proxy share one address.
   */
  readonly trustedProxies: readonly string[];
  /** Invalid tokens that one client may present per minute, and in one burst. Further requests get a 429 without a look-up. */
  readonly maxFailedTokens: number;
}

/** No trusted proxies; 20 invalid tokens per minute. */
export const DEFAULT_ACCESS_CONFIG: AccessConfig = { trustedProxies: [], maxFailedTokens: 20 };

/** Reads `TRUSTED_PROXIES` and `MAX_FAILED_TOKENS`. */
export const readAccessConfig = ({ get }: EnvReader): AccessConfig => ({
  trustedProxies: get('TRUSTED_PROXIES', DEFAULT_ACCESS_CONFIG.trustedProxies, networkList),
  maxFailedTokens: get('MAX_FAILED_TOKENS', DEFAULT_ACCESS_CONFIG.maxFailedTokens, wholeNumber(1, 1_000_000)),
});
