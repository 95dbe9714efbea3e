/** Finds source maps and uploads them to Sluice; shared by the command line and the build plugin. */
export { cleanMaps, type CleanedMaps, type CleanOptions } from './clean/cleanMaps.js';
export { debugIdInCode, debugIdInMap } from './debugIds.js';
export { describeRelease, type DescribedRelease, type ReleaseFields } from './describeRelease.js';
export { findMaps, type FoundMaps, type UnmatchedPath } from './find/findMaps.js';
export type { FindOptions } from './find/findOptions.js';
export { frameNames } from './find/frameNames.js';
export type { MapFile } from './mapFile.js';
export { mapsWithoutDebugId } from './mapsWithoutDebugId.js';
export { createPatience, PATIENCE_MS } from './send/patience.js';
export type { SendOptions } from './send/sendOptions.js';
export { storedFilename } from './storedFilename.js';
export { UploadError, type UploadErrorCode } from './uploadError.js';
export { urlOf } from './urlOf.js';
export { uploadMaps, type UploadOptions, type UploadResult } from './uploadMaps.js';
export type { UploadTarget } from './uploadTarget.js';
