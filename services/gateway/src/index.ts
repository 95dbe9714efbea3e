export { GATEWAY_SETTINGS, type GatewayConfig } from './config.js';
export { createGateway, type Gateway } from './createGateway.js';
export type { GatewayDeps } from './gatewayDeps.js';
export { openGatewayDatabase } from './openGatewayDatabase.js';
export type { MountedHandler } from './http/mountedHandlers.js';
