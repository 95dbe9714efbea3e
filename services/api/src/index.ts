export { DEFAULT_API_CONFIG, readApiConfig, type ApiConfig } from './config.js';
export { createApi, type ApiDeps } from './createApi.js';
