export * from './config.js';
export * from './createBacklogMonitor.js';
