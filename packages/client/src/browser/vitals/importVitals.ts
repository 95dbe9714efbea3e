import type { VitalsChunk } from './vitalsChunk.js';

/** Loads what is not needed at once as a chunk of its own. */
export const importVitals = (): Promise<VitalsChunk> => import('./chunk.js');
