import {
  composeComponents,
  createAdminServer,
  createLogger,
  createMetrics,
  runProcess,
  systemClock,
} from '@sluice/runtime';
import { readBacklogMonitorConfig, readBacklogMonitorProcess } from './config.js';
import { createBacklogMonitor } from './createBacklogMonitor.js';

const logger = createLogger('backlog-monitor');

runProcess(logger, () => {
  const { redisUrl, queueRedisUrl, adminHost, adminPort, logLevel } = readBacklogMonitorProcess(process.env);
  const config = readBacklogMonitorConfig(process.env);
  logger.level = logLevel;
  logger.info({ config }, 'effective settings');
  const metrics = createMetrics(true);
  const monitor = createBacklogMonitor({ redisUrl, queueRedisUrl, logger, metrics, clock: systemClock }, config);
  let stopping = false;
  const admin = createAdminServer(
    { host: adminHost, port: adminPort },
    { checks: monitor.checks, metrics: () => metrics.metrics(), isStopping: () => stopping },
  );
  const parts = composeComponents(
    [
      { name: 'backlog-monitor', ...monitor },
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
