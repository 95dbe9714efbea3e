export * from './askHttp.js';
export * from './createTenant.js';
export * from './createTestDatabase.js';
export * from './resolvedFrame.js';
export * from './startTestRedis.js';
export * from './storeTestMap.js';
export * from './testDirectory.js';
export * from './waitFor.js';
