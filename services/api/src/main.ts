import {
  composeComponents,
  createAdminServer,
  createLogger,
  createMetrics,
  runProcess,
  systemClock,
} from '@sluice/runtime';
import { readApiConfig } from './config.js';
import { createApi } from './createApi.js';
import { createApiServer } from './http/createApiServer.js';

const logger = createLogger('api');

runProcess(logger, () => {
  const config = readApiConfig(process.env);
  const { databaseUrl, ...shown } = config.api;
  logger.level = config.logLevel;
  // A password in a URL stays out of the log.
  logger.info({ settings: { ...shown, database: new URL(databaseUrl).host } }, 'effective settings');
  const metrics = createMetrics(true);
  const api = createApi({ logger, metrics, clock: systemClock }, config.api);
  const server = createApiServer(api.handler, config.server);
  let isStopping = false;
  const admin = createAdminServer(
    { host: config.adminHost, port: config.adminPort },
    { checks: api.checks, metrics: () => metrics.metrics(), isStopping: () => isStopping },
  );
  const whole = composeComponents(
    [
      { name: 'api', ...api },
      { name: 'admin', ...admin },
      { name: 'http', ...server },
    ],
    logger,
  );
  return {
    start: async () => {
      await whole.start();
      logger.info({ port: server.port(), adminPort: admin.port() }, 'listening');
    },
    stop: () => {
      isStopping = true;
      return whole.stop();
    },
  };
});
