import { runService, SERVER_PROCESS_SETTINGS } from '@sluice/runtime';
import { GATEWAY_SERVICE_SETTINGS } from './config.js';
import { createGateway } from './createGateway.js';
import { openGatewayDatabase } from './openGatewayDatabase.js';

runService(process.env, {
  name: 'gateway',
  process: SERVER_PROCESS_SETTINGS,
  settings: GATEWAY_SERVICE_SETTINGS,
  create: ({ pool, ...context }, config) => {
    const database = openGatewayDatabase(config.databaseUrl, pool);
    const gateway = createGateway({ ...context, database }, config.gateway);
    const parts = [
      { name: 'database', start: () => Promise.resolve(), stop: database.close },
      { name: 'gateway', ...gateway },
    ];
    return { parts, checks: gateway.checks, publicServer: { ...gateway, shutdownMs: config.gateway.shutdownMs } };
  },
});
