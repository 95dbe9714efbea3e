import { runManagementProcess } from '@sluice/management';
import { readSourcemapsConfig } from './config.js';
import { createSourcemaps } from './createSourcemaps.js';

runManagementProcess({
  name: 'sourcemaps',
  readConfig: () => readSourcemapsConfig(process.env),
  // Passwords and keys stay out of the log.
  loggedSettings: ({ databaseUrl, store, ...shown }) => ({
    ...shown,
    database: new URL(databaseUrl).host,
    store: store.kind,
  }),
  create: createSourcemaps,
});
