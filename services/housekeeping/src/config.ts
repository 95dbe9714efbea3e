import { anyText, LOG_LEVELS, oneOf, readEnv, urlOf, wholeNumber, type Env } from '@sluice/runtime';

/** Settings of housekeeping. */
export interface HousekeepingConfig {
  /** Lanes of the queues; must equal the gateways' and workers'. Too few, and an hour counts as drained too early. */
  readonly lanes: number;
  /** Milliseconds between two looks for changed settings: the fallback where a notification was lost. */
  readonly settingsPollMs: number;
  /** Milliseconds between two full rebuilds of the projection of settings. */
  readonly projectionRebuildMs: number;
  /** Milliseconds a rebuild counts as complete; afterwards an unknown key gets 503 while PostgreSQL is away. */
  readonly projectionCompleteTtlMs: number;
  /** Milliseconds between two passes over the ledgers: how far refusals in usage are behind. */
  readonly ledgerMs: number;
  /** Minutes after its end at which an hour may count as drained: longer than any batch needs from charge to queue. */
  readonly drainedAfterMinutes: number;
  /** Milliseconds between two looks for events that were acknowledged and never stored. */
  readonly lossesMs: number;
  /** Milliseconds between two looks for metric points to compact: how many rows of a metric a chart has to read. */
  readonly metricsMs: number;
  /** Milliseconds between two looks at the partitions ahead. */
  readonly partitionsMs: number;
  /** Milliseconds between two looks at what may be dropped and deleted. */
  readonly retentionMs: number;
  /** Width of an event partition; `hour` suits more than some 100 million events a day. */
  readonly partitionInterval: 'hour' | 'day';
  /** Days for which partitions exist ahead: so long may housekeeping be away. */
  readonly partitionsAheadDays: number;
  /** Hours a receipt is kept, and an hour more. The workers' setting: they dead-letter an older job as `expired`. */
  readonly receiptHours: number;
  /** Days dead letters are kept, and never less than the longest retention of events. */
  readonly deadLetterDays: number;
  /** Days hourly usage is kept; never less than two months, which quotas are counted from. */
  readonly usageDays: number;
  /** Days that issues and project users are kept after they were last seen, and never less than their events. */
  readonly unseenDays: number;
  /** Rows of one deleting statement: more is quicker, and holds locks longer. */
  readonly deleteRows: number;
}

/** Defaults of every setting. */
export const DEFAULT_HOUSEKEEPING_CONFIG: HousekeepingConfig = {
  lanes: 1,
  settingsPollMs: 400,
  projectionRebuildMs: 60_000,
  projectionCompleteTtlMs: 300_000,
  ledgerMs: 2_000,
  drainedAfterMinutes: 10,
  lossesMs: 60_000,
  metricsMs: 60_000,
  partitionsMs: 600_000,
  retentionMs: 3_600_000,
  partitionInterval: 'day',
  partitionsAheadDays: 7,
  receiptHours: 72,
  deadLetterDays: 90,
  usageDays: 400,
  unseenDays: 90,
  deleteRows: 5_000,
};

const DAY_MS = 86_400_000;

/** Reads the settings of {@link HousekeepingConfig}; throws one `ConfigError` with every problem. */
export function readHousekeepingConfig(env: Env): HousekeepingConfig {
  const fallback = DEFAULT_HOUSEKEEPING_CONFIG;
  const { get, finish } = readEnv(env);
  const whole = (name: string, value: number, min: number, max: number): number =>
    get(name, value, wholeNumber(min, max));
  const rebuildMs = whole('PROJECTION_REBUILD_MS', fallback.projectionRebuildMs, 1_000, DAY_MS);
  const config: HousekeepingConfig = {
    lanes: whole('LANES', fallback.lanes, 1, 1_024),
    settingsPollMs: whole('SETTINGS_POLL_MS', fallback.settingsPollMs, 10, 500),
    projectionRebuildMs: rebuildMs,
    projectionCompleteTtlMs: whole(
      'PROJECTION_COMPLETE_TTL_MS',
      Math.max(fallback.projectionCompleteTtlMs, 3 * rebuildMs),
      2 * rebuildMs,
      7 * DAY_MS,
    ),
    ledgerMs: whole('LEDGER_MS', fallback.ledgerMs, 10, 600_000),
    drainedAfterMinutes: whole('DRAINED_AFTER_MINUTES', fallback.drainedAfterMinutes, 1, 1_440),
    lossesMs: whole('LOSSES_MS', fallback.lossesMs, 10, DAY_MS),
    metricsMs: whole('METRICS_MS', fallback.metricsMs, 10, DAY_MS),
    partitionsMs: whole('PARTITIONS_MS', fallback.partitionsMs, 10, DAY_MS),
    retentionMs: whole('RETENTION_MS', fallback.retentionMs, 10, DAY_MS),
    partitionInterval: get('PARTITION_INTERVAL', fallback.partitionInterval, oneOf('hour', 'day')),
    partitionsAheadDays: whole('PARTITIONS_AHEAD_DAYS', fallback.partitionsAheadDays, 1, 60),
    receiptHours: whole('RECEIPT_HOURS', fallback.receiptHours, 1, 8_760),
    deadLetterDays: whole('DEAD_LETTER_DAYS', fallback.deadLetterDays, 1, 3_650),
    usageDays: whole('USAGE_DAYS', fallback.usageDays, 62, 36_500),
    unseenDays: whole('UNSEEN_DAYS', fallback.unseenDays, 1, 36_500),
    deleteRows: whole('DELETE_ROWS', fallback.deleteRows, 100, 1_000_000),
  };
  finish();
  return config;
}

/** Where housekeeping's process finds its servers and answers for its health. */
export interface HousekeepingProcess {
  readonly databaseUrl: string;
  /** The Redis of allowance and settings. */
  readonly redisUrl: string;
  /** The Redis of the queues; the same by default. */
  readonly queueRedisUrl: string;
  readonly adminHost: string;
  readonly adminPort: number;
  readonly logLevel: (typeof LOG_LEVELS)[number];
}

/** Reads where the process finds what it needs; throws one `ConfigError` with every problem. */
export function readHousekeepingProcess(env: Env): HousekeepingProcess {
  const { get, finish } = readEnv(env);
  const redisUrl = get('REDIS_URL', 'redis://127.0.0.1:6379', urlOf('redis', 'rediss'));
  const found: HousekeepingProcess = {
    databaseUrl: get('DATABASE_URL', 'postgres://sluice@127.0.0.1:5432/sluice', urlOf('postgres', 'postgresql')),
    redisUrl,
    queueRedisUrl: get('REDIS_QUEUE_URL', redisUrl, urlOf('redis', 'rediss')),
    adminHost: get('ADMIN_HOST', '127.0.0.1', anyText),
    adminPort: get('ADMIN_PORT', 8001, wholeNumber(0, 65_535)),
    logLevel: get('LOG_LEVEL', 'info', oneOf(...LOG_LEVELS)),
  };
  finish();
  return found;
}
