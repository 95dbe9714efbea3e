export { BACKLOG_MONITOR_SETTINGS } from './config.js';
export { createBacklogMonitor } from './createBacklogMonitor.js';
