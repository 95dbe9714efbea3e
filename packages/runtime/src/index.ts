export * from './adminServer.js';
export * from './clock.js';
export * from './component.js';
export * from './every.js';
export * from './logger.js';
export * from './metrics.js';
export * from './readEnv.js';
export * from './runProcess.js';
