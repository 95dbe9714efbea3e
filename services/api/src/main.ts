import { runManagementProcess } from '@sluice/management';
import { readApiConfig } from './config.js';
import { createApi } from './createApi.js';

runManagementProcess({
  name: 'api',
  readConfig: () => readApiConfig(process.env),
  // A password in a URL stays out of the log.
  loggedSettings: ({ databaseUrl, ...shown }) => ({ ...shown, database: new URL(databaseUrl).host }),
  create: createApi,
});
