import { DAY_MS } from '@sluice/contract';
import {
  defineSettings,
  Derived,
  integer,
  milliseconds,
  QUEUE_SHARDS,
  readSettings,
  REDIS_QUEUE_URL,
  REDIS_URL,
  type Setting,
  type SettingsOf,
} from '@sluice/runtime';

const MAX_MS = DAY_MS;

const DEPTH_HIGH = integer('BACKLOG_DEPTH_HIGH', {
  default: 500_000,
  min: 1,
  max: 1_000_000_000,
  unit: 'events',
  meaning: 'Number of waiting spans or replays at which they are refused.',
});
const AGE_HIGH = milliseconds('BACKLOG_AGE_HIGH_MS', {
  default: 60_000,
  min: 1,
  max: MAX_MS,
  meaning: 'Age of the oldest waiting job at which spans and replays are refused.',
});
const MEMORY_HIGH = integer('BACKLOG_MEMORY_HIGH_PERCENT', {
  default: 60,
  min: 1,
  max: 100,
  unit: '%',
  meaning: "Share of Redis's memory at which spans and replays are refused.",
});

/** Options of a low mark: it must be below its high mark, and its default follows it. */
const below = (high: Setting<number>, text: string, share: (high: number) => number) => ({
  default: new Derived(text, (get) => Math.max(0, Math.floor(share(get(high))))),
  min: 0,
  max: new Derived(`\`${high.env}\` − 1`, (get) => get(high) - 1),
  unit: high.unit,
  meaning: `Spans and replays are accepted again below this, for each of the three measures. Must be below \`${high.env}\`.`,
});

const MARKS = defineSettings(
  {
    depthHigh: DEPTH_HIGH,
    depthLow: integer(
      'BACKLOG_DEPTH_LOW',
      below(DEPTH_HIGH, '`BACKLOG_DEPTH_HIGH` ÷ 10', (high) => high / 10),
    ),
    ageHigh: AGE_HIGH,
    ageLow: integer(
      'BACKLOG_AGE_LOW_MS',
      below(AGE_HIGH, '`BACKLOG_AGE_HIGH_MS` ÷ 6', (high) => high / 6),
    ),
    memoryHigh: MEMORY_HIGH,
    memoryLow: integer(
      'BACKLOG_MEMORY_LOW_PERCENT',
      below(MEMORY_HIGH, '`BACKLOG_MEMORY_HIGH_PERCENT` − 10', (high) => high - 10),
    ),
    raiseAfterMs: milliseconds('BACKLOG_RAISE_AFTER_MS', {
      default: 3_000,
      min: 0,
      max: MAX_MS,
      meaning: 'How long a measure must be above its high mark before events are refused.',
    }),
    lowerAfterMs: milliseconds('BACKLOG_LOWER_AFTER_MS', {
      default: 5_000,
      min: 0,
      max: MAX_MS,
      meaning: 'How long all measures must be below their low marks before events are accepted again.',
    }),
  },
  (marks) => ({
    depth: { high: marks.depthHigh, low: marks.depthLow },
    age: { high: marks.ageHigh, low: marks.ageLow },
    memory: { high: marks.memoryHigh / 100, low: marks.memoryLow / 100 },
    raiseAfterMs: marks.raiseAfterMs,
    lowerAfterMs: marks.lowerAfterMs,
  }),
);

const PERIOD = milliseconds('BACKLOG_PERIOD_MS', {
  default: 1_000,
  min: 50,
  max: MAX_MS,
  meaning: 'Time between two readings of the queues. The flag reacts no faster.',
});

/** Bounds and default of a time that must cover several periods. */
const periods = (least: number) => ({
  default: new Derived(`${least}, at least 5 × \`BACKLOG_PERIOD_MS\``, (get) => Math.max(least, 5 * get(PERIOD))),
  min: new Derived('2 × `BACKLOG_PERIOD_MS`', (get) => 2 * get(PERIOD)),
  max: MAX_MS,
});

/** Settings of the backlog monitor. */
export type BacklogMonitorConfig = SettingsOf<typeof BACKLOG_MONITOR_SETTINGS>;

/** Settings of {@link BacklogMonitorConfig}. */
export const BACKLOG_MONITOR_SETTINGS = defineSettings({
  periodMs: PERIOD,
  shards: QUEUE_SHARDS,
  marks: MARKS,
  flagTtlMs: milliseconds('BACKLOG_FLAG_TTL_MS', {
    ...periods(15_000),
    meaning: 'How long a backlog flag stays set without being renewed: how long a dead monitor can refuse events.',
  }),
  heartbeatTtlMs: milliseconds('BACKLOG_HEARTBEAT_TTL_MS', {
    ...periods(10_000),
    meaning: 'Age of the last heartbeat at which gateways consider the monitor dead.',
  }),
  estimateWindowMs: milliseconds('BACKLOG_ESTIMATE_WINDOW_MS', {
    ...periods(15_000),
    meaning: 'Time span of the readings from which the hold-off is estimated.',
  }),
});

/** Settings of a backlog monitor in a separate process. */
export const BACKLOG_MONITOR_SERVICE_SETTINGS = defineSettings({
  monitor: BACKLOG_MONITOR_SETTINGS,
  redisUrl: REDIS_URL,
  queueRedisUrl: REDIS_QUEUE_URL,
});

/** The default of every setting. */
export const DEFAULT_BACKLOG_MONITOR_CONFIG: BacklogMonitorConfig = readSettings(BACKLOG_MONITOR_SETTINGS, {});
