export { requestTimeoutOf, SOURCEMAPS_SETTINGS, type SourcemapsConfig } from './config.js';
export { createSourcemaps, type SourcemapsDeps } from './createSourcemaps.js';
export { SOURCEMAPS_ADDRESSES } from './operations.js';
