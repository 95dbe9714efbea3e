export { SpoolFailed, SpoolFull } from './errors.js';
export { nodeFiles, type SpoolFile, type SpoolFiles } from './files.js';
export { openSpool, type SpoolOptions } from './openSpool.js';
export type { Spool, SpoolEntry, SpoolStats } from './spool.js';
