export * from './config.js';
export * from './createExceptions.js';
