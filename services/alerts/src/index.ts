export { ALERTS_SETTINGS, DEFAULT_ALERTS_CONFIG, type AlertsConfig } from './config.js';
export { ALERTS_CONNECTIONS } from './connections.js';
export { createAlerts, type Alerts, type AlertsDeps } from './createAlerts.js';
