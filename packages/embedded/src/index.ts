export { freePort } from './freePort.js';
export { type LocalServer, type StartControl, type Report } from './localServer.js';
export { LocalServerError } from './localServerError.js';
export { lockDataDirectory } from './lockDataDirectory.js';
export { type PostgresSettings } from './postgres/settings.js';
export { startLocalPostgres } from './postgres/startLocalPostgres.js';
export { processesIn, signalProcess, waitForEnd, stopProcesses } from './processes.js';

export { type SystemUser, unprivilegedUser } from './systemUser.js';
export { spawnServer } from './spawnServer.js';
export { findRedisServer } from './redis/findRedisServer.js';
export { installRedis } from './redis/installRedis.js';
export { type RedisSettings } from './redis/redisConf.js';
export { defaultMaxMemory, startLocalRedis } from './redis/startLocalRedis.js';
