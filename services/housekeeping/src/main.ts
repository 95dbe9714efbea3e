import { createDatabase } from '@sluice/db';
import {
  composeComponents,
  createAdminServer,
  createLogger,
  createMetrics,
  runProcess,
  systemClock,
} from '@sluice/runtime';
import { readHousekeepingConfig, readHousekeepingProcess } from './config.js';
import { createHousekeeping } from './createHousekeeping.js';

/** Enough for every task, the listener and the locks. */
const POOL_SIZE = 8;

const logger = createLogger('housekeeping');

runProcess(logger, () => {
  const { databaseUrl, redisUrl, queueRedisUrl, adminHost, adminPort, logLevel } = readHousekeepingProcess(process.env);
  const config = readHousekeepingConfig(process.env);
  logger.level = logLevel;
  logger.info({ config }, 'effective settings');
  const metrics = createMetrics(true);
  const db = createDatabase({ url: databaseUrl, poolSize: POOL_SIZE, applicationName: 'housekeeping' });
  const housekeeping = createHousekeeping({ db, redisUrl, queueRedisUrl, logger, metrics, clock: systemClock }, config);
  let stopping = false;
  const admin = createAdminServer(
    { host: adminHost, port: adminPort },
    { checks: housekeeping.checks, metrics: () => metrics.metrics(), isStopping: () => stopping },
  );
  const parts = composeComponents(
    [
      { name: 'database', start: () => Promise.resolve(), stop: db.close },
      { name: 'housekeeping', start: housekeeping.start, stop: housekeeping.stop },
      { name: 'admin', start: admin.start, stop: admin.stop },
    ],
    logger,
  );
  return {
    start: parts.start,
    stop: () => {
      stopping = true;
      return parts.stop();
    },
  };
});
