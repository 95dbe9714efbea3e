export { HOUSEKEEPING_SETTINGS } from './config.js';
export { HOUSEKEEPING_CONNECTIONS } from './connections.js';
export { createHousekeeping } from './createHousekeeping.js';
