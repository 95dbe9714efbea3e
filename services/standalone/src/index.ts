export { readStandaloneConfig, type StandaloneConfig } from './config.js';
export { createStandalone, type Standalone, type StandaloneDeps } from './createStandalone.js';
export { ensureDemo, type Demo, type DemoOptions } from './demo/ensureDemo.js';
export { curlLine, sampleBatch } from './demo/sampleBatch.js';
export type { RuntimeInfo } from './runtimeFile.js';
