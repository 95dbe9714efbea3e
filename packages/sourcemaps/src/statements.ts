/** Statements about stored source maps that other workspaces run. They need neither the compiler nor the resolver. */
export { hasRelease, readRelease } from './sql/readRelease.js';
export { readBlobRanges } from './sql/blobs/readBlobRanges.js';
export { writeBlob } from './sql/blobs/writeBlob.js';
export { deleteSourceMap, deleteSourceMaps } from './sql/deleteSourceMaps.js';
export { findSourceMap } from './sql/findSourceMap.js';
export {
  type BlobKey,
  claimGarbage,
  postponeGarbage,
  releaseMapBlobs,
  removeGarbage,
  reserveBlobs,
} from './sql/garbage.js';
export { hasSourceMaps } from './sql/hasSourceMaps.js';
export { listReleaseFilenames } from './sql/listReleaseFilenames.js';
export { listSourceMaps } from './sql/listSourceMaps.js';
export { lookUpSourceMaps } from './sql/lookUpSourceMaps.js';
export {
  type Recompilation,
  claimRecompilations,
  replaceIndex,
  reportDamage,
  revertTry,
} from './sql/recompileSourceMaps.js';
export type { NewSourceMap, StoredSourceMap } from './sql/sourceMap.js';
export { storeSourceMap, touchUpload } from './sql/storeSourceMap.js';
export { touchDebugIds, type DebugIdKey } from './sql/touchDebugIds.js';
export { touchRelease } from './sql/touchRelease.js';
export type { Bound } from './sql/bound.js';
export { findReleases } from './sql/findReleases.js';
export { deleteStaleSourceMaps } from './sql/deleteStaleSourceMaps.js';
export { describeRelease, type ReleaseDescription } from './sql/releases/describeRelease.js';
export { upsertReleases, type ReleaseSighting } from './sql/releases/upsertReleases.js';
export { readReleaseSeries } from './sql/releases/readReleaseSeries.js';
export { type StoredRelease, toReleases, type ReleaseRow } from './sql/releases/storedRelease.js';
