import { createDatabase } from '@sluice/db';
import { PROCESS_SETTINGS, runService } from '@sluice/runtime';
import { HOUSEKEEPING_SERVICE_SETTINGS } from './config.js';
import { HOUSEKEEPING_CONNECTIONS } from './connections.js';
import { createHousekeeping } from './createHousekeeping.js';
import { onceRequest, runOnceProcess } from './onceProcess.js';

const request = onceRequest(process.argv.slice(2));

if (request === undefined) runHousekeeping();
else void runOnceProcess(request, { env: process.env, exit: (code) => process.exit(code) });

function runHousekeeping(): void {
  runService(process.env, {
    name: 'housekeeping',
    process: PROCESS_SETTINGS,
    settings: HOUSEKEEPING_SERVICE_SETTINGS,
    create: ({ pool, ...context }, { databaseUrl, housekeeping: config, ...urls }) => {
      const db = createDatabase({ ...pool, url: databaseUrl, poolSize: HOUSEKEEPING_CONNECTIONS });
      const housekeeping = createHousekeeping({ ...context, ...urls, db }, config);
      const parts = [
        { name: 'database', start: () => Promise.resolve(), stop: db.close },
        { name: 'housekeeping', ...housekeeping },
      ];
      return { parts, checks: housekeeping.checks };
    },
  });
}
