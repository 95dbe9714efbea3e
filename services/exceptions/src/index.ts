export { exceptionsSettings, type ExceptionsConfig } from './config.js';
export { createExceptions } from './createExceptions.js';
