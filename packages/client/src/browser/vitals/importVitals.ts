import type { VitalsChunk } from './vitalsChunk.js';

/** Loads the deferred code as a separate chunk. */
export const importVitals = (): Promise<VitalsChunk> => import('./chunk.js');
