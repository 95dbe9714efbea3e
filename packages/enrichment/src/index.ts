export * from './enrichContexts.js';
export * from './enrichEvent.js';
export * from './identifyUser.js';
export * from './parseUserAgent.js';
export * from './readText.js';
