import { ALERTS_ALLOWED_ADDRESSES } from '@sluice/alerts';
import {
  DATABASE_URL,
  defineSettings,
  integer,
  MAIL_FROM,
  milliseconds,
  PUBLIC_URL,
  QUEUE_SHARDS,
  readSettings,
  REDIS_QUEUE_URL,
  REDIS_URL,
  SMTP_URL,
  type SettingsOf,
} from '@sluice/runtime';
import { BLOB_STORE_SETTINGS, RESOLVER_SETTINGS } from '@sluice/sourcemaps';

/** Settings of alerts. */
export type AlertsConfig = SettingsOf<typeof ALERTS_SETTINGS>;

/** Settings of {@link AlertsConfig}. */
export const ALERTS_SETTINGS = defineSettings({
  pollMs: milliseconds('ALERTS_POLL_MS', {
    default: 500,
    min: 10,
    max: 60_000,
    meaning:
      'Time between two looks for changed issues, for due notices and for due messages: an alert about an event waits for the first, or for each if several processes share the work, and two seconds in which further ones join it.',
  }),
  evaluateMs: milliseconds('ALERTS_EVALUATE_MS', {
    default: 10_000,
    min: 10,
    max: 60_000,
    meaning: 'Time between two evaluations of rules about rates, series and drops. Each minute is judged once.',
  }),
  evaluateBudgetMs: milliseconds('ALERTS_EVALUATE_BUDGET_MS', {
    default: 8_000,
    min: 100,
    max: 60_000,
    meaning:
      'Time that one evaluation takes before it leaves the rest to the next one, which begins with it. Organizations are evaluated in turn, so that many rules of one delay its own.',
  }),
  deliveries: integer('ALERTS_DELIVERIES', {
    default: 8,
    min: 1,
    max: 200,
    unit: 'messages',
    meaning: 'Messages that one process sends at the same time.',
  }),
  claimMs: milliseconds('ALERTS_CLAIM_MS', {
    default: 90_000,
    min: 1_000,
    max: 3_600_000,
    meaning:
      'How long a process has to compose a message, and then for each request or email of it, before another process attempts it, because the first one is gone. It must be longer than `ALERTS_TIMEOUT_MS`, and than the 45 s of one email; else messages that are slow are sent twice.',
  }),
  timeoutMs: milliseconds('ALERTS_TIMEOUT_MS', {
    default: 15_000,
    min: 100,
    max: 60_000,
    meaning: 'Maximum time of one attempt to deliver a message. Then it is repeated later.',
  }),
  mailLimits: defineSettings({
    perOrganization: integer('ORGANIZATION_ALERT_MAILS', {
      default: 1_000,
      min: 1,
      max: 1_000_000,
      unit: 'emails per hour',
      meaning:
        'Alerts by email that an organization sends in an hour, whatever destinations it deletes and creates. Further ones to addresses are sent in the next hour; members find them in their inbox.',
    }),
    perAddress: integer('ALERT_MAILS_PER_ADDRESS', {
      default: 60,
      min: 1,
      max: 100_000,
      unit: 'emails per hour',
      meaning:
        'The same for one mailbox, by all organizations together. Addresses that differ in case, or after a plus sign, are one mailbox.',
    }),
  }),
  allowedAddresses: ALERTS_ALLOWED_ADDRESSES,
  publicUrl: PUBLIC_URL,
  smtpUrl: SMTP_URL,
  mailFrom: MAIL_FROM,
  shards: QUEUE_SHARDS,
  store: BLOB_STORE_SETTINGS,
  resolver: RESOLVER_SETTINGS,
});

/** Settings of alerts in a separate process. */
export const ALERTS_SERVICE_SETTINGS = defineSettings({
  alerts: ALERTS_SETTINGS,
  databaseUrl: DATABASE_URL,
  redisUrl: REDIS_URL,
  queueRedisUrl: REDIS_QUEUE_URL,
});

/** The default of every setting. */
export const DEFAULT_ALERTS_CONFIG: AlertsConfig = readSettings(ALERTS_SETTINGS, {});
