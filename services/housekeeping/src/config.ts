import { HOUR_MS, DAY_MS } from '@sluice/contract';
import {
  DATABASE_LISTEN_URL,
  DATABASE_URL,
  defineSettings,
  Derived,
  integer,
  listenTarget,
  MAX_EVENT_AGE_HOURS,
  milliseconds,
  PARTITION_INTERVAL,
  QUEUE_SHARDS,
  readSettings,
  RECEIPT_HOURS,
  REDIS_QUEUE_URL,
  REDIS_URL,
  type SettingsOf,
} from '@sluice/runtime';

/** Settings of housekeeping. */
export type HousekeepingConfig = SettingsOf<typeof HOUSEKEEPING_SETTINGS>;

const REBUILD = milliseconds('PROJECTION_REBUILD_MS', {
  default: 60_000,
  min: 1_000,
  max: DAY_MS,
  meaning: 'Time between two full rebuilds of the projection.',
});

const settingsFields = {
  settingsPollMs: milliseconds('SETTINGS_POLL_MS', {
    default: 400,
    min: 10,
    max: 500,
    meaning: 'Time between two polls for changed project settings. Polling covers lost notifications.',
  }),
  projectionRebuildMs: REBUILD,
  projectionCompleteTtlMs: milliseconds('PROJECTION_COMPLETE_TTL_MS', {
    default: new Derived('300000, at least 3 × `PROJECTION_REBUILD_MS`', (get) => Math.max(300_000, 3 * get(REBUILD))),
    min: new Derived('2 × `PROJECTION_REBUILD_MS`', (get) => 2 * get(REBUILD)),
    max: 7 * DAY_MS,
    meaning:
      'How long the projection counts as complete after a rebuild. Afterwards an unknown key gets 503 while PostgreSQL is unavailable.',
  }),
};

const accountingFields = {
  ledgerSyncMs: milliseconds('LEDGER_SYNC_MS', {
    default: 2_000,
    min: 10,
    max: 600_000,
    meaning: 'Time between two passes over the ledgers. Refusals appear in usage with this delay.',
  }),
  drainedAfterMinutes: integer('DRAINED_AFTER_MINUTES', {
    default: 10,
    min: 1,
    max: 1_440,
    unit: 'minutes',
    meaning:
      'Minutes after its end at which an hour may count as drained. Must be longer than any batch takes from its charge to its queue.',
  }),
  lossCheckMs: milliseconds('LOSS_CHECK_MS', {
    default: 60_000,
    min: 10,
    max: DAY_MS,
    meaning: 'Time between two checks for events that were acknowledged and never stored.',
  }),
  metricCompactionMs: milliseconds('METRIC_COMPACTION_MS', {
    default: 60_000,
    min: 10,
    max: DAY_MS,
    meaning: 'Time between two compactions of metric points. A longer one makes charts read more rows.',
  }),
  rollupMs: milliseconds('ROLLUP_MS', {
    default: 15_000,
    min: 10,
    max: DAY_MS,
    meaning:
      'Time between two passes that count visits, exceptions by release and user, replays, and root spans by name. Pages show new events with this delay; a project whose counts take longer waits up to an hour.',
  }),
};

const issueFields = {
  ignoredCheckMs: milliseconds('IGNORED_CHECK_MS', {
    default: 60_000,
    min: 10,
    max: DAY_MS,
    meaning:
      'Time between two passes that open issues ignored until a time, which open this much later at most, and that clear assignees who are no longer members.',
  }),
};

const retentionFields = {
  partitionCheckMs: milliseconds('PARTITION_CHECK_MS', {
    default: 600_000,
    min: 10,
    max: DAY_MS,
    meaning: 'Time between two checks that enough partitions exist ahead.',
  }),
  retentionCheckMs: milliseconds('RETENTION_CHECK_MS', {
    default: HOUR_MS,
    min: 10,
    max: DAY_MS,
    meaning: 'Time between two passes that drop partitions and delete rows.',
  }),
  partitionInterval: PARTITION_INTERVAL,
  partitionsAheadDays: integer('PARTITIONS_AHEAD_DAYS', {
    default: 7,
    min: 1,
    max: 60,
    unit: 'days',
    meaning: 'Days for which partitions exist in advance: how long housekeeping may be unavailable.',
  }),
  receiptHours: RECEIPT_HOURS,
  maxEventAgeHours: MAX_EVENT_AGE_HOURS,
  deadLetterDays: integer('DEAD_LETTER_DAYS', {
    default: 90,
    min: 1,
    max: 3_650,
    unit: 'days',
    meaning: 'How long dead letters are kept, but at least as long as the longest retention of events.',
  }),
  usageDays: integer('USAGE_DAYS', {
    default: 400,
    min: 62,
    max: 36_500,
    unit: 'days',
    meaning: 'How long hourly usage is kept. Quotas are counted from the last two months.',
  }),
  unseenDays: integer('UNSEEN_DAYS', {
    default: 90,
    min: 1,
    max: 36_500,
    unit: 'days',
    meaning:
      'How long issues and project users are kept after they were last seen, but at least as long as their events.',
  }),
  erasureMs: milliseconds('ERASURE_MS', {
    default: 2_000,
    min: 10,
    max: DAY_MS,
    meaning: 'Time between two passes over requested erasures. An erasure starts with this delay.',
  }),
  deleteBatchRows: integer('DELETE_BATCH_ROWS', {
    default: 5_000,
    min: 100,
    max: 1_000_000,
    unit: 'rows',
    meaning: 'Rows that one statement deletes. More are faster and hold locks longer.',
  }),
};

/** Settings of {@link HousekeepingConfig}. */
export const HOUSEKEEPING_SETTINGS = defineSettings({
  shards: QUEUE_SHARDS,
  listen: defineSettings({ listenUrl: DATABASE_LISTEN_URL }, ({ listenUrl }) => listenTarget(listenUrl)),
  ...settingsFields,
  ...accountingFields,
  ...issueFields,
  ...retentionFields,
});

/** Settings of housekeeping in a separate process. */
export const HOUSEKEEPING_SERVICE_SETTINGS = defineSettings({
  housekeeping: HOUSEKEEPING_SETTINGS,
  databaseUrl: DATABASE_URL,
  redisUrl: REDIS_URL,
  queueRedisUrl: REDIS_QUEUE_URL,
});

/** The default of every setting. */
export const DEFAULT_HOUSEKEEPING_CONFIG: HousekeepingConfig = readSettings(HOUSEKEEPING_SETTINGS, {});
