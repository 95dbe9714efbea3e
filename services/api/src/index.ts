export { API_SETTINGS, type ApiConfig } from './config.js';
export { createApi, type ApiDeps } from './createApi.js';
export { isDashboardRequest } from './isDashboardRequest.js';
