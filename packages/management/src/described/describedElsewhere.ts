import { documentedOfProject, type DocumentedOperation } from '../operation.js';
import { describedReleases } from './releases.js';
import { describedSourceMaps } from './sourcemaps.js';

/** The operations under `/api/0` that the source map service answers: one document shows everything that there is. */
export const describedElsewhere: readonly DocumentedOperation[] = [
  ...Object.values(describedSourceMaps),
  ...Object.values(describedReleases),
].map(documentedOfProject);
