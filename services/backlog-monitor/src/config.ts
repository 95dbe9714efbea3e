import { anyText, LOG_LEVELS, oneOf, readEnv, urlOf, wholeNumber, type Env, type EnvReader } from '@sluice/runtime';
import type { Marks } from './judge.js';

/** Settings of the backlog monitor. */
export interface BacklogMonitorConfig {
  /** Milliseconds between two looks at the queues; the flag reacts no faster. */
  readonly periodMs: number;
  /** Lanes of the queues; must equal the gateways' and workers'. Too few, and the other lanes' backlog is not seen. */
  readonly lanes: number;
  /** When spans and replays begin and cease to be refused. */
  readonly marks: Marks;
  /** How long a raised flag stands without being refreshed, milliseconds: how long a dead monitor can block. */
  readonly flagTtlMs: number;
  /** How long a heartbeat counts, milliseconds: after that, gateways take the monitor for dead. */
  readonly heartbeatTtlMs: number;
  /** Milliseconds of readings from which the estimate of a hold-off is made. */
  readonly estimateWindowMs: number;
}

/** Defaults: half a million events or a minute's lag refuse spans and replays until a tenth of it is left. */
export const DEFAULT_BACKLOG_MONITOR_CONFIG: BacklogMonitorConfig = {
  periodMs: 1_000,
  lanes: 1,
  marks: {
    depth: { high: 500_000, low: 50_000 },
    age: { high: 60_000, low: 10_000 },
    memory: { high: 0.6, low: 0.5 },
    raiseAfterMs: 3_000,
    lowerAfterMs: 5_000,
  },
  flagTtlMs: 15_000,
  heartbeatTtlMs: 10_000,
  estimateWindowMs: 15_000,
};

const MAX_MS = 86_400_000;

/** How much of a high mark is left at its low mark, where no low mark is set. */
const LOW_SHARE = { depth: 0.1, age: 1 / 6 } as const;

/** Percentage points between the two marks of memory, where no low mark is set. */
const MEMORY_GAP = 10;

/** Reads the settings of {@link BacklogMonitorConfig}; throws one `ConfigError` with every problem. */
export function readBacklogMonitorConfig(env: Env): BacklogMonitorConfig {
  const fallback = DEFAULT_BACKLOG_MONITOR_CONFIG;
  const reader = readEnv(env);
  const ms = (name: string, value: number, min: number): number => reader.get(name, value, wholeNumber(min, MAX_MS));
  const periodMs = ms('BACKLOG_PERIOD_MS', fallback.periodMs, 50);
  const outlast = (value: number): number => Math.max(value, 5 * periodMs);
  const config: BacklogMonitorConfig = {
    periodMs,
    lanes: reader.get('LANES', fallback.lanes, wholeNumber(1, 1_024)),
    marks: readMarks(reader),
    flagTtlMs: ms('BACKLOG_FLAG_TTL_MS', outlast(fallback.flagTtlMs), 2 * periodMs),
    heartbeatTtlMs: ms('BACKLOG_HEARTBEAT_TTL_MS', outlast(fallback.heartbeatTtlMs), 2 * periodMs),
    estimateWindowMs: ms('BACKLOG_ESTIMATE_WINDOW_MS', outlast(fallback.estimateWindowMs), 2 * periodMs),
  };
  reader.finish();
  return config;
}

/** A low mark must lie below its high mark: its bounds say so, and its default follows a high mark that is set. */
function readMarks({ get }: EnvReader): Marks {
  const { depth, age, memory, raiseAfterMs, lowerAfterMs } = DEFAULT_BACKLOG_MONITOR_CONFIG.marks;
  const depthHigh = get('BACKLOG_DEPTH_HIGH', depth.high, wholeNumber(1, 1_000_000_000));
  const ageHigh = get('BACKLOG_AGE_HIGH_MS', age.high, wholeNumber(1, MAX_MS));
  const memoryHigh = get('BACKLOG_MEMORY_HIGH_PERCENT', memory.high * 100, wholeNumber(1, 100));
  const below = (name: string, value: number, high: number): number =>
    get(name, Math.max(0, Math.floor(value)), wholeNumber(0, high - 1));
  return {
    depth: { high: depthHigh, low: below('BACKLOG_DEPTH_LOW', depthHigh * LOW_SHARE.depth, depthHigh) },
    age: { high: ageHigh, low: below('BACKLOG_AGE_LOW_MS', ageHigh * LOW_SHARE.age, ageHigh) },
    memory: {
      high: memoryHigh / 100,
      low: below('BACKLOG_MEMORY_LOW_PERCENT', memoryHigh - MEMORY_GAP, memoryHigh) / 100,
    },
    raiseAfterMs: get('BACKLOG_RAISE_AFTER_MS', raiseAfterMs, wholeNumber(0, MAX_MS)),
    lowerAfterMs: get('BACKLOG_LOWER_AFTER_MS', lowerAfterMs, wholeNumber(0, MAX_MS)),
  };
}

/** Where the monitor's process finds Redis and answers for its health. */
export interface BacklogMonitorProcess {
  /** The Redis of allowance and flag. */
  readonly redisUrl: string;
  /** The Redis of the queues; the same by default. */
  readonly queueRedisUrl: string;
  readonly adminHost: string;
  readonly adminPort: number;
  readonly logLevel: (typeof LOG_LEVELS)[number];
}

/** Reads where the process finds what it needs; throws one `ConfigError` with every problem. */
export function readBacklogMonitorProcess(env: Env): BacklogMonitorProcess {
  const { get, finish } = readEnv(env);
  const redisUrl = get('REDIS_URL', 'redis://127.0.0.1:6379', urlOf('redis', 'rediss'));
  const found: BacklogMonitorProcess = {
    redisUrl,
    queueRedisUrl: get('REDIS_QUEUE_URL', redisUrl, urlOf('redis', 'rediss')),
    adminHost: get('ADMIN_HOST', '127.0.0.1', anyText),
    adminPort: get('ADMIN_PORT', 8001, wholeNumber(0, 65_535)),
    logLevel: get('LOG_LEVEL', 'info', oneOf(...LOG_LEVELS)),
  };
  finish();
  return found;
}
