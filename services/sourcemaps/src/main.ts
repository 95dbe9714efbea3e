import { runManagementProcess } from '@sluice/management';
import { SOURCEMAPS_SERVICE_SETTINGS } from './config.js';
import { createSourcemaps } from './createSourcemaps.js';

runManagementProcess(process.env, {
  name: 'sourcemaps',
  settings: SOURCEMAPS_SERVICE_SETTINGS,
  create: createSourcemaps,
});
