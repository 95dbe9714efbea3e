export { SpoolFailedError, SpoolFullError } from './errors.js';
export { nodeFileSystem, type SpoolFile, type SpoolFileSystem } from './fileSystem.js';
export { openSpool, type SpoolOptions } from './openSpool.js';
export type { Spool, SpoolEntry, SpoolStats } from './spool.js';
