export { DEFAULT_API_CONFIG, readApiConfig, type ApiConfig, type ApiProcessConfig } from './config.js';
export { createApi, type Api, type ApiDeps } from './createApi.js';
