import { createDatabase } from '@sluice/db';
import { PROCESS_SETTINGS, runService } from '@sluice/runtime';
import { ALERTS_SERVICE_SETTINGS } from './config.js';
import { ALERTS_CONNECTIONS } from './connections.js';
import { createAlerts } from './createAlerts.js';

runService(process.env, {
  name: 'alerts',
  process: PROCESS_SETTINGS,
  settings: ALERTS_SERVICE_SETTINGS,
  create: ({ pool, ...context }, { databaseUrl, queueRedisUrl, alerts: config }) => {
    const db = createDatabase({ ...pool, url: databaseUrl, poolSize: ALERTS_CONNECTIONS });
    const alerts = createAlerts({ ...context, db, queueRedisUrl }, config);
    const parts = [
      { name: 'database', start: () => Promise.resolve(), stop: db.close },
      { name: 'alerts', ...alerts },
    ];
    return { parts, checks: alerts.checks };
  },
});
