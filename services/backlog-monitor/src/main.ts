import { PROCESS_SETTINGS, runService } from '@sluice/runtime';
import { BACKLOG_MONITOR_SERVICE_SETTINGS } from './config.js';
import { createBacklogMonitor } from './createBacklogMonitor.js';

runService(process.env, {
  name: 'backlog-monitor',
  process: PROCESS_SETTINGS,
  settings: BACKLOG_MONITOR_SERVICE_SETTINGS,
  create: ({ logger, metrics, clock }, { redisUrl, queueRedisUrl, monitor: config }) => {
    const monitor = createBacklogMonitor({ redisUrl, queueRedisUrl, logger, metrics, clock }, config);
    return { parts: [{ name: 'backlog-monitor', ...monitor }], checks: monitor.checks };
  },
});
