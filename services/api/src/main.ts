import { runManagementProcess } from '@sluice/management';
import { API_SERVICE_SETTINGS } from './config.js';
import { createApi } from './createApi.js';

runManagementProcess(process.env, { name: 'api', settings: API_SERVICE_SETTINGS, create: createApi });
