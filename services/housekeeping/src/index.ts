export { HOUSEKEEPING_SETTINGS } from './config.js';
export { createHousekeeping } from './createHousekeeping.js';
