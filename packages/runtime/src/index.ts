export { type ContentEncoding, acceptedEncoding } from './acceptedEncoding.js';
export { type AdminAddress, createAdminServer } from './adminServer.js';
export { Backoff, type BackoffLimits, backoffMs } from './backoff.js';
export { buildInfo } from './buildInfo.js';
export { clientAddress } from './clientAddress.js';
export { type Clock, systemClock } from './clock.js';
export { type Component, type NamedComponent, composeComponents, composeInParallel } from './component.js';
export { SemaphoreBusyError, newcomerReserve, createFairSemaphore } from './createFairSemaphore.js';
export { leavesBodyUnread, respondAndClose } from './respondAndClose.js';
export { exitOnUncaughtError } from './exitOnUncaughtError.js';
export { periodicTask } from './periodicTask.js';
export { type FreshGauge, freshGauge } from './freshGauge.js';
export { failPoint } from './failPoint.js';
export { hasSingleHost } from './hasSingleHost.js';
export { type HttpServer, type HttpServerOptions, createHttpServer } from './httpServer.js';
export { processIdentity } from './processIdentity.js';
export { isDecodablePath } from './isDecodablePath.js';

export { type DirectoryLock, DirectoryInUseError, lockDirectory } from './lockDirectory.js';
export { type Logger, createLogger, silentLogger } from './logger.js';
export { createLru, type Lru } from './lru.js';
export { UnusableDirectoryError, makeDirectory } from './makeDirectory.js';
export { messageOf } from './messageOf.js';
export {
  Counter,
  Gauge,
  Histogram,
  type Metrics,
  type MetricsSnapshot,
  createMetrics,
  mergeMetrics,
} from './metrics.js';
export { type Networks, normalizeAddress, parseNetworks, subscriberNetwork, truncateAddress } from './networks.js';
export { endOnStop } from './openResponses.js';
export { peerAddress } from './peerAddress.js';
export { checkReadiness, createReadiness, type HealthCheck, type Readiness } from './readiness.js';
export { readinessGauge } from './readinessGauge.js';
export { registerOnce } from './registerOnce.js';
export { rejectParserError } from './rejectParserError.js';
export { coalesce } from './coalesce.js';
export { runAll } from './runAll.js';
export { type PausableTask, runAtOnce, runCooperatively, runToEnd } from './runCooperatively.js';
export { EXIT_CONFIG, poolDefaults, runService, type PoolDefaults } from './runService.js';
export { redactCredentials } from './loggableError.js';
export { SECURITY_HEADERS } from './securityHeaders.js';
export { sendContinue } from './sendContinue.js';
export {
  DATABASE_LISTEN_URL,
  DATABASE_URL,
  databaseUrlSetting,
  listenTarget,
  type ListenTarget,
} from './settings/databaseSettings.js';
export { ConfigError } from './settings/configError.js';
export {
  type Env,
  type Settings,
  type SettingsOf,
  defineSettings,
  resolveSettings,
  readSettings,
} from './settings/defineSettings.js';
export { type Credentials, type HostPort, type RedisAddress, parseRedisUrl } from './settings/redisAddress.js';
export {
  type GetSetting,
  Derived,
  type Setting,
  integer,
  milliseconds,
  bytes,
  mebibytes,
  custom,
  text,
  secret,
  flag,
  parseUrl,
} from './settings/setting.js';
export {
  REDIS_URL,
  REDIS_QUEUE_URL,
  QUEUE_SHARDS,
  RECEIPT_HOURS,
  MAX_EVENT_AGE_HOURS,
  PARTITION_INTERVAL,
  TRUSTED_PROXIES,
  PUBLIC_URL,
  SMTP_URL,
  MAIL_FROM,
  PORT,
  BUILD_COMMIT,
  TRACES_FIELDS,
  httpServerFields,
  logLevelSetting,
  ADJACENT_PORT,
  PROCESS_SETTINGS,
  SERVER_PROCESS_SETTINGS,
  adminPortSetting,
  redisUrlSetting,
} from './settings/sharedSettings.js';

export { settingText } from './settings/settingText.js';
export { withPassword } from './settings/withPassword.js';
export { createTracing } from './tracing/createTracing.js';
export { NO_TRACING, type Tracing, type TraceSpan } from './tracing/tracing.js';
export { urlOf } from './urlOf.js';
export { TimeoutError, withTimeout } from './withTimeout.js';
export { VERSION } from './version.js';
