export { DEFAULT_GATEWAY_CONFIG, readGatewayConfig, type GatewayConfig, type GatewayProcessConfig } from './config.js';
export { createGateway, type Gateway, type GatewayDeps } from './createGateway.js';
export type { GatewayDatabase } from './database.js';
