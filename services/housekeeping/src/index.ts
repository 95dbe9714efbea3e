export * from './config.js';
export * from './createHousekeeping.js';
