import { defineSettings, integer, TRUSTED_PROXIES, type SettingsOf } from '@sluice/runtime';

/** How clients are identified and throttled. */
export type AccessConfig = SettingsOf<typeof ACCESS_SETTINGS>;

/** Settings of {@link AccessConfig}, the same in every management service. */
export const ACCESS_SETTINGS = defineSettings({
  trustedProxies: TRUSTED_PROXIES,
  maxFailedTokens: integer('MAX_FAILED_TOKENS', {
    default: 20,
    min: 1,
    max: 1_000_000,
    unit: 'tokens per minute',
    meaning:
      'Maximum number of invalid tokens per minute that one client may present; further requests get 429 without a lookup.',
  }),
  sessionIdleHours: integer('SESSION_IDLE_HOURS', {
    default: 168,
    min: 1,
    max: 8_760,
    unit: 'hours',
    meaning:
      'A session that was not used for so long has ended. All management services must use the same value. Shorter: people sign in more often.',
  }),
});
