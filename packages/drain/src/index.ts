export * from './config.js';
export * from './createWorker.js';
export * from './definition.js';
export * from './makeRow.js';
export * from './runWorkerProcess.js';
